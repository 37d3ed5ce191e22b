// Tables that several views have.

import { showTable, type Cell, type Row } from './dom.ts';
import type { Group, Grouped } from './groups.ts';
import { bytes, count, percent, signedBytes } from './words.ts';

export function bytesCell(value: number): Cell {
    return { text: bytes(value), bytes: value };
}

export function countCell(value: number): Cell {
    return { text: count(value), count: value };
}

// The functions that called the first one: "step < main".
function callersOf(chain: string[]): string {
    return chain.slice(1).join(' < ');
}

function rowsOf(groups: Group[], whole: number, isDifference: boolean): Row[] {
    return groups.map((each) => ({
        name: each.chain[0] ?? each.name,
        cells: [
            { text: each.chain[0] ?? each.name, below: callersOf(each.chain) },
            isDifference ? { text: signedBytes(each.bytes), bytes: each.bytes } : bytesCell(each.bytes),
            isDifference ? '' : percent(each.bytes, whole),
            countCell(each.blocks),
        ],
    }));
}

export interface GroupsPlace {
    byTag: HTMLElement;
    byStack: HTMLElement;
}

// The two tables PREFIX-tags and PREFIX-stacks.
export function showGroups(
    place: GroupsPlace,
    prefix: string,
    groups: Grouped,
    empty: string,
    isDifference = false,
): void {
    const head = (first: string) => [first, 'bytes', isDifference ? '' : 'share', 'blocks'];
    showTable(place.byTag, {
        id: `${prefix}-tags`,
        caption: 'By tag',
        head: head('tag'),
        rows: rowsOf(groups.byTag, groups.bytes, isDifference),
        empty,
    });
    showTable(place.byStack, {
        id: `${prefix}-stacks`,
        caption: 'By stack',
        head: head('function, and its callers'),
        rows: rowsOf(groups.byStack, groups.bytes, isDifference),
        empty,
    });
}
