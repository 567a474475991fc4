// Work in a process of its own, so that a crash or a hang is an outcome.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <optional>
#include <string>

struct ChildOutcome {
  std::string written;
  int status = 0;  // as of waitpid
  bool hung() const { return WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM; }
};

// Runs `body`, which gets the file to write to and returns the exit status. Nothing: no process could be made.
template <class Body>
std::optional<ChildOutcome> in_child(Body&& body) {
  int pipes[2];
  if (pipe(pipes) != 0) return std::nullopt;
  std::fflush(stdout);
  pid_t child = fork();
  if (child < 0) {
    close(pipes[0]);
    close(pipes[1]);
    return std::nullopt;
  }
  if (child == 0) {
    close(pipes[0]);
    _exit(body(pipes[1]));
  }
  close(pipes[1]);
  ChildOutcome outcome;
  char buffer[4096];
  for (ssize_t n; (n = read(pipes[0], buffer, sizeof buffer)) > 0;) outcome.written.append(buffer, static_cast<size_t>(n));
  close(pipes[0]);
  waitpid(child, &outcome.status, 0);
  return outcome;
}
