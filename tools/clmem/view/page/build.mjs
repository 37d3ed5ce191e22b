// Builds the page of clmem view: node build.mjs [--check]. Bundles src/main.ts and the style sheets into src/page.html,
// and writes the result to ../page.html, which the clmem command contains. With --check, compares instead.
// ./dev generate installs what this needs and runs it.
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const output = join(here, '..', 'page.html');
const text = (...names) => readFile(join(here, ...names), 'utf8');
const common = {
    absWorkingDir: here,
    bundle: true,
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
    minify: true,
    target: 'es2022',
    write: false,
};

async function bundled(options) {
    const result = await build({ ...common, ...options });
    return result.outputFiles[0].text.trim();
}

const script = () => bundled({ entryPoints: ['src/main.ts'], format: 'iife', loader: { '.json': 'json' } });

const styles = () =>
    bundled({
        stdin: {
            contents: '@import "uplot/dist/uPlot.min.css"; @import "./page.css";',
            loader: 'css',
            resolveDir: join(here, 'src'),
        },
    });

// The bundle contains uPlot, whose licence must be in every copy, also in the pages that users make.
async function notice() {
    const { version } = JSON.parse(await text('node_modules', 'uplot', 'package.json'));
    const licence = (await text('node_modules', 'uplot', 'LICENSE')).trim();
    if (licence !== (await text('..', '..', '..', '..', 'third_party', 'uplot', 'LICENSE')).trim())
        throw new Error('expected the licence of npm’s uplot in third_party/uplot/LICENSE, got another text');
    return `<!-- Generated from tools/clmem/view/page by ./dev generate; do not edit.\nContains uPlot ${version}:\n\n${licence}\n-->`;
}

function replaceOnce(template, marker, replacement) {
    const pieces = template.split(marker);
    if (pieces.length !== 2)
        throw new Error(`expected ${marker} once in src/page.html, got it ${pieces.length - 1} times`);
    return pieces.join(replacement);
}

// What would end the element early, or make the parser of HTML skip its end.
function embedded(name, content) {
    const found = /<\/(script|style)|<!--/i.exec(content);
    if (found) throw new Error(`expected a ${name} that HTML can contain, got "${found[0]}" in it`);
    return `<${name}>${content}</${name}>`;
}

async function page() {
    const data = '<!--clmem:data-->';
    let result = (await text('src', 'page.html')).replaceAll('\r\n', '\n');
    replaceOnce(result, data, ''); // clmem view puts the recordings there
    if (!result.split('\n').includes(data)) throw new Error(`expected ${data} on its own line in src/page.html`);
    if (result.indexOf(data) > result.indexOf('<!--page:script-->'))
        throw new Error(`expected ${data} before <!--page:script--> in src/page.html`);
    result = replaceOnce(result, '<!--page:style-->', embedded('style', await styles()));
    result = replaceOnce(result, '<!--page:script-->', embedded('script', await script()));
    return replaceOnce(result, '<!doctype html>\n', `<!doctype html>\n${await notice()}\n`);
}

async function main(words) {
    if (words.some((word) => word !== '--check')) throw new Error(`expected [--check], got ${words.join(' ')}`);
    const wanted = await page();
    const found = await readFile(output, 'utf8').catch(() => '');
    if (found === wanted) return 0;
    if (words.length > 0) {
        console.error('tools/clmem/view/page.html is not up to date; ./dev generate writes it');
        return 1;
    }
    await writeFile(output, wanted);
    console.log(`wrote tools/clmem/view/page.html: ${Buffer.byteLength(wanted)} bytes`);
    return 0;
}

try {
    process.exitCode = await main(process.argv.slice(2));
} catch (error) {
    console.error(`build.mjs: ${error.message}`);
    process.exitCode = 1;
}
