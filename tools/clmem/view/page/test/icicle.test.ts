import assert from 'node:assert/strict';
import { test } from 'node:test';
import { depthOf, layout, pathOf, treeOf } from '../src/icicle.ts';

const group = (chain: string[], bytes: number) => ({ name: chain[0] ?? 'no stack', chain, bytes, blocks: 1, hits: 0 });

test('callers hold what they call', () => {
    const root = treeOf(
        [group(['a', 'main'], 30), group(['b', 'a', 'main'], 50), group([], 20), group(['gone', 'main'], -5)],
        'live',
    );
    assert.equal(root.bytes, 100);
    assert.deepEqual(
        root.children.map(({ name, bytes, blocks }) => [name, bytes, blocks]),
        [
            ['main', 80, 2],
            ['no stack', 20, 1],
        ],
    );
    const a = root.children[0]!.children[0]!;
    assert.equal(a.bytes, 80);
    assert.equal(depthOf(root), 4);
    assert.deepEqual(pathOf(a.children[0]!), ['b', 'a', 'main']);
});

test('widths are shares, and what is narrower than a pixel is drawn once', () => {
    const many = Array.from({ length: 5000 }, (_, at) => group([`f${at}`, 'main'], 1));
    const root = treeOf([group(['big', 'main'], 5000), ...many], 'live');
    const rectangles = layout(root, 100, 10);
    const places = rectangles.map(({ node, x, row }) => [node?.name ?? null, x, row]);
    assert.deepEqual(places, [
        ['live', 0, 0],
        ['main', 0, 1],
        ['big', 0, 2],
        [null, 50, 2],
    ]);
    assert.deepEqual(
        rectangles.slice(0, 3).map(({ width }) => width),
        [100, 100, 50],
    );
    assert.ok(Math.abs(rectangles.at(-1)!.width - 50) < 1e-6);
    assert.equal(layout(treeOf([], 'live'), 100, 10).length, 0);
});
