#include "cli/command.h"

int main(int argc, char** argv) { return vitrine::cli::main(argc, argv); }
