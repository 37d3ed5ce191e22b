import assert from 'node:assert/strict';
import { test } from 'node:test';
import { advice, causeOf } from '../src/view_failures.ts';

const shortage = {
    pool: 0,
    position: 1,
    time_ns: 1,
    wanted: 100,
    reserved: 400,
    live: 300,
    free: 100,
    largest: 40,
    waiting: 0,
    outside: 0,
    stack: 0,
    tag: 0,
};

test('pieces that are too small are told from too little', () => {
    assert.equal(causeOf(shortage), 'enough in all, too little in one piece');
    assert.match(advice(shortage, []).join('\n'), /too many pieces/);
    const less = { ...shortage, wanted: 1000 };
    assert.equal(causeOf(less), 'too little in all');
    assert.match(advice(less, ['weights (1 MiB)']).join('\n'), /Most was held by weights \(1 MiB\)/);
    assert.equal(causeOf({ ...shortage, largest: 100 }), 'enough, but not usable at once');
    assert.match(advice({ ...shortage, largest: 100 }, []).join('\n'), /another queue may still use it/);
});

test('what waits for queues and what is outside the pool is named', () => {
    const all = advice({ ...shortage, waiting: 64, outside: 2048 }, []).join('\n');
    assert.match(all, /64 bytes were freed, but their commands were pending/);
    assert.match(all, /2.00 KiB were allocated outside the pools/);
    assert.doesNotMatch(all, /too many pieces/); // without what waits, there was too little
});
