// Groups of stacks as a tree of callers, and where its rectangles go.

import type { Group } from './groups.ts';

export interface TreeNode {
    name: string;
    bytes: number;
    blocks: number;
    children: TreeNode[]; // the most bytes first
    parent: TreeNode | null;
}

export interface Rectangle {
    node: TreeNode | null; // null: several that are too narrow to be seen
    x: number;
    width: number;
    row: number;
}

// The outermost caller is the root's child. Groups without bytes, or with fewer than before, have no place.
export function treeOf(groups: Group[], rootName: string): TreeNode {
    const root: TreeNode = { name: rootName, bytes: 0, blocks: 0, children: [], parent: null };
    const known = new Map<TreeNode, Map<string, TreeNode>>();
    for (const group of groups) {
        if (group.bytes <= 0) continue;
        let at = root;
        add(at, group);
        const path = group.chain.length === 0 ? [group.name] : [...group.chain].reverse();
        for (const name of path) {
            const children = known.get(at) ?? new Map<string, TreeNode>();
            known.set(at, children);
            let child = children.get(name);
            if (child === undefined) {
                child = { name, bytes: 0, blocks: 0, children: [], parent: at };
                children.set(name, child);
                at.children.push(child);
            }
            add(child, group);
            at = child;
        }
    }
    for (const node of [root, ...known.keys()]) node.children.sort((a, b) => b.bytes - a.bytes);
    return root;
}

function add(to: TreeNode, group: Group): void {
    to.bytes += group.bytes;
    to.blocks += group.blocks;
}

// `top` and what it calls, over a width in pixels. Neighbours narrower than a pixel share one rectangle.
export function layout(top: TreeNode, width: number, mostRows: number): Rectangle[] {
    const rectangles: Rectangle[] = [];
    const place = (node: TreeNode, x: number, room: number, row: number) => {
        rectangles.push({ node, x, width: room, row });
        if (row + 1 >= mostRows) return;
        let left = x;
        let narrow = 0;
        for (const child of node.children) {
            const share = (room * child.bytes) / node.bytes;
            if (share >= 1) place(child, left, share, row + 1);
            else narrow += share; // they are sorted: all that follow are as narrow
            if (share >= 1) left += share;
        }
        if (narrow > 0) rectangles.push({ node: null, x: left, width: narrow, row: row + 1 });
    };
    if (top.bytes > 0) place(top, 0, width, 0);
    return rectangles;
}

export function depthOf(node: TreeNode): number {
    return 1 + node.children.reduce((deepest, child) => Math.max(deepest, depthOf(child)), 0);
}

// A node's name and those of its callers, innermost first.
export function pathOf(node: TreeNode): string[] {
    const names: string[] = [];
    for (let at: TreeNode | null = node; at !== null && at.parent !== null; at = at.parent) names.push(at.name);
    return names;
}
