#pragma once
// Logarithms of normal probabilities that stay accurate far in the tails.

namespace plateau::scaling {

double log_normal_density(double z);
double log_normal_cdf(double z);  // ln Phi(z)
double log_normal_between(double low,
                          double high);  // ln(Phi(high) - Phi(low)), low < high, low may be -infinity
double students_t_quantile(double probability, double degrees);
double fisher_f_tail(double f, double degrees1, double degrees2);  // P(F > f)

}  // namespace plateau::scaling
