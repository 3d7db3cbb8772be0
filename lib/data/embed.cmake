# cmake -DINPUT=file -DOUTPUT=file.cpp -DNAME=symbol -P embed.cmake: a file's bytes as a C++ array.
file(READ ${INPUT} hex HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
string(REGEX REPLACE "(................................................................................)" "\\1\n" bytes "${bytes}")
file(WRITE ${OUTPUT} "extern const unsigned char ${NAME}[];\nextern const unsigned long ${NAME}_size;\n"
  "const unsigned char ${NAME}[] = {\n${bytes}};\nconst unsigned long ${NAME}_size = sizeof ${NAME};\n")
