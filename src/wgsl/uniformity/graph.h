// The graph that uniformity analysis builds for one function. An edge means: if this must be uniform, so must that.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/span.h"

namespace vitrine::wgsl::uniformity {

using Node = uint32_t;
inline constexpr Node kNoNode = 0xFFFFFFFFu;

// What a node stands for: as much as a message needs.
enum class Why : uint8_t {
  Plain,         // no words for it
  Source,        // leads to MayBeNonUniform; payload: index of a SourceText
  Condition,     // control flow after a condition: span of the condition
  ShortCircuit,  // the right operand of && and ||: span of the left one
  Exit,          // control flow after a statement that some invocations may leave: span of the statement
  Assign,        // value of a variable after a store: span of the store; payload: Decl::id
  Output,        // value of a variable after a call that was given a pointer to it; payload: Decl::id
  Join,          // value of a variable where control flow meets; payload: Decl::id
};

class Graph {
 public:
  Graph() { add(Why::Plain, {}); }

  static constexpr Node kMayBeNonUniform = 0;

  Node add(Why why, SourceSpan span, uint32_t payload = 0) {
    nodes_.push_back({why, span, payload, kNoEdge});
    return static_cast<Node>(nodes_.size() - 1);
  }
  void edge(Node from, Node to) {
    if (from == to || to == kNoNode) return;
    edges_.push_back({to, nodes_[from].first});
    nodes_[from].first = static_cast<uint32_t>(edges_.size() - 1);
  }
  Why why(Node n) const { return nodes_[n].why; }
  SourceSpan span(Node n) const { return nodes_[n].span; }
  uint32_t payload(Node n) const { return nodes_[n].payload; }

  // Everything that can be reached from `from`, itself included.
  std::vector<bool> reachable(Node from) const;
  // Everything from which kMayBeNonUniform can be reached.
  std::vector<bool> non_uniform() const;
  // A shortest way from one to the other, both included; empty when there is none.
  std::vector<Node> path(Node from, Node to) const;

 private:
  static constexpr uint32_t kNoEdge = 0xFFFFFFFFu;
  struct Item {
    Why why;
    SourceSpan span;
    uint32_t payload;
    uint32_t first;  // edge
  };
  struct Edge {
    Node to;
    uint32_t next;
  };
  std::vector<Item> nodes_;
  std::vector<Edge> edges_;
};

}  // namespace vitrine::wgsl::uniformity
