// Runs test/*.test.ts: esbuild makes them JavaScript, and Node's test runner runs that.
import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const tests = (await readdir(join(here, 'test')).catch(() => [])).filter((name) => name.endsWith('.test.ts')).sort();
if (tests.length === 0) {
    console.log('no tests in test/*.test.ts');
    process.exit(0);
}
const folder = await mkdtemp(join(here, 'node_modules', '.tests-'));
try {
    await build({
        absWorkingDir: here,
        bundle: true,
        entryPoints: tests.map((name) => `test/${name}`),
        format: 'esm',
        logLevel: 'warning',
        outdir: folder,
        outExtension: { '.js': '.mjs' },
        platform: 'node',
        sourcemap: 'inline',
        target: 'es2022',
    });
    const made = tests.map((name) => join(folder, name.replace(/\.ts$/, '.mjs')));
    const result = spawnSync(process.execPath, ['--enable-source-maps', '--test', ...made], {
        cwd: here,
        stdio: 'inherit',
    });
    process.exitCode = result.status ?? 1;
} finally {
    await rm(folder, { recursive: true, force: true });
}
