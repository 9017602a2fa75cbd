s mip 1 97 o 0
j ² 1
