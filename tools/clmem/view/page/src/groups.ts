// Blocks by what they have in common: a tag, a stack, a kind.

import { IS_HIT, NEVER, WAS_THERE, type Recording } from './recording.ts';

export interface Group {
    name: string;
    chain: string[]; // of a stack: the functions, innermost first
    bytes: number;
    blocks: number;
    hits: number;
}

export interface Grouped {
    bytes: number;
    blocks: number;
    hits: number;
    byTag: Group[]; // the most bytes first
    byStack: Group[];
}

export type Filter = (block: number) => boolean;

export function isLiveAt(recording: Recording, position: number): Filter {
    return (block) => recording.isLive(block, position);
}

export function isNeverFreed(recording: Recording): Filter {
    return (block) => recording.blocks.freed[block] === NEVER;
}

// Freed, but not known to be complete at the end.
export function isNeverComplete(recording: Recording): Filter {
    const { freed, completed } = recording.blocks;
    return (block) => freed[block] !== NEVER && completed[block] === NEVER;
}

// Freed within a time.
export function isTemporary(recording: Recording, shortNs: number): Filter {
    const { flags, allocated, freed } = recording.blocks;
    return (block) =>
        (flags[block]! & WAS_THERE) === 0 &&
        freed[block] !== NEVER &&
        recording.timeAt(freed[block]!) - recording.timeAt(allocated[block]!) < shortNs;
}

// Of the pools' blocks.
export function grouped(recording: Recording, is: Filter): Grouped {
    const { blocks, data } = recording;
    const tags = data.tags.map((name) => ({ name, chain: [] as string[], bytes: 0, blocks: 0, hits: 0 }));
    const stacks = data.stacks.map((chain) => ({ name: stackName(chain), chain, bytes: 0, blocks: 0, hits: 0 }));
    const all = { bytes: 0, blocks: 0, hits: 0 };
    for (let block = 0; block < blocks.count; block++) {
        if (recording.isOutside(block) || !is(block)) continue;
        const bytes = blocks.requested[block]!;
        const hits = blocks.flags[block]! & IS_HIT;
        for (const to of [all, tags[blocks.tag[block]!]!, stacks[blocks.stack[block]!]!]) {
            to.bytes += bytes;
            to.blocks++;
            to.hits += hits;
        }
    }
    return { ...all, byTag: sorted(tags), byStack: sorted(stacks) };
}

// Memory outside the pools, by kind.
export function groupedOutside(recording: Recording, is: Filter): Group[] {
    const { blocks, data } = recording;
    const kinds = data.kinds.map((name) => ({ name, chain: [], bytes: 0, blocks: 0, hits: 0 }));
    for (let block = 0; block < blocks.count; block++) {
        if (!recording.isOutside(block) || !is(block)) continue;
        const to = kinds[blocks.kind[block]!]!;
        to.bytes += blocks.requested[block]!;
        to.blocks++;
    }
    return sorted(kinds);
}

export function stackName(chain: string[]): string {
    return chain[0] ?? 'no stack';
}

function sorted(groups: Group[]): Group[] {
    return groups.filter((each) => each.blocks !== 0).sort((a, b) => b.bytes - a.bytes);
}

// What changed from one grouping to another: the greatest change first, without what stayed the same.
export function difference(before: Group[], after: Group[]): Group[] {
    const changes = new Map<string, Group>();
    const add = (group: Group, sign: number) => {
        const key = group.chain.join('\n') || group.name;
        const to = changes.get(key) ?? { name: group.name, chain: group.chain, bytes: 0, blocks: 0, hits: 0 };
        to.bytes += sign * group.bytes;
        to.blocks += sign * group.blocks;
        changes.set(key, to);
    };
    for (const group of before) add(group, -1);
    for (const group of after) add(group, 1);
    const changed = [...changes.values()].filter((each) => each.bytes !== 0 || each.blocks !== 0);
    return changed.sort((a, b) => Math.abs(b.bytes) - Math.abs(a.bytes));
}

export function differenceOf(before: Grouped, after: Grouped): Grouped {
    return {
        bytes: after.bytes - before.bytes,
        blocks: after.blocks - before.blocks,
        hits: 0,
        byTag: difference(before.byTag, after.byTag),
        byStack: difference(before.byStack, after.byStack),
    };
}
