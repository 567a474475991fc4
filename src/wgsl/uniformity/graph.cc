#include "wgsl/uniformity/graph.h"

#include <algorithm>

namespace vitrine::wgsl::uniformity {

std::vector<bool> Graph::reachable(Node from) const {
  std::vector<bool> seen(nodes_.size());
  std::vector<Node> work{from};
  seen[from] = true;
  while (!work.empty()) {
    Node n = work.back();
    work.pop_back();
    for (uint32_t e = nodes_[n].first; e != kNoEdge; e = edges_[e].next) {
      if (seen[edges_[e].to]) continue;
      seen[edges_[e].to] = true;
      work.push_back(edges_[e].to);
    }
  }
  return seen;
}

std::vector<bool> Graph::non_uniform() const {
  // The edges turned round, as lists in one array.
  std::vector<uint32_t> start(nodes_.size() + 1), into(edges_.size());
  for (const Edge& e : edges_) ++start[e.to + 1];
  for (size_t i = 1; i < start.size(); ++i) start[i] += start[i - 1];
  std::vector<uint32_t> at(start.begin(), start.end() - 1);
  for (Node n = 0; n < nodes_.size(); ++n)
    for (uint32_t e = nodes_[n].first; e != kNoEdge; e = edges_[e].next) into[at[edges_[e].to]++] = n;
  std::vector<bool> seen(nodes_.size());
  std::vector<Node> work{kMayBeNonUniform};
  seen[kMayBeNonUniform] = true;
  while (!work.empty()) {
    Node n = work.back();
    work.pop_back();
    for (uint32_t i = start[n]; i < start[n + 1]; ++i) {
      if (seen[into[i]]) continue;
      seen[into[i]] = true;
      work.push_back(into[i]);
    }
  }
  return seen;
}

std::vector<Node> Graph::path(Node from, Node to) const {
  std::vector<Node> parent(nodes_.size(), kNoNode), queue{from};
  parent[from] = from;
  for (size_t i = 0; i < queue.size() && parent[to] == kNoNode; ++i)
    for (uint32_t e = nodes_[queue[i]].first; e != kNoEdge; e = edges_[e].next) {
      if (parent[edges_[e].to] != kNoNode) continue;
      parent[edges_[e].to] = queue[i];
      queue.push_back(edges_[e].to);
    }
  std::vector<Node> out;
  if (parent[to] == kNoNode) return out;
  for (Node n = to; n != from; n = parent[n]) out.push_back(n);
  out.push_back(from);
  std::reverse(out.begin(), out.end());
  return out;
}

}  // namespace vitrine::wgsl::uniformity
