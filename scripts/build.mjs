import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { makeSbom, packagesOf } from './sbom.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const mark = join(dist, '.built')
const sources = [
  'src',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'scripts/build.mjs',
  'scripts/sbom.mjs',
]
const sbomFile = 'sbom.cdx.json'
const worker = 'src/server/database/pglite-worker.mjs'

/** Builds page and server into dist/, unless dist/ was built from the same sources. */
export async function buildIfChanged() {
  const current = fingerprint()
  if (builtFrom() === current) return
  await build()
  writeFileSync(mark, current)
}

export const isBuilt = () => builtFrom() === fingerprint()

const builtFrom = () => (existsSync(mark) ? readFileSync(mark, 'utf8') : undefined)

function fingerprint() {
  const hash = createHash('sha256').update(process.version)
  for (const path of sources.flatMap((source) => filesIn(source)).toSorted()) {
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
  }
  return hash.digest('hex')
}

/** Lists the source files of the product, without tests. @param {string} path @returns {string[]} */
function filesIn(path) {
  if (path !== 'src') return [path]
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.\w+$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
}

/** Builds both sides in a temporary folder and moves them, so that dist/ never contains a partial build. */
async function build() {
  process.env['NODE_ENV'] = 'production' // a test run's value would select React's development build
  const next = join(dist, `next-${process.pid}`)
  rmSync(mark, { force: true })
  mkdirSync(next, { recursive: true })
  try {
    const vite = await import('vite')
    /** @type {Set<string>} */
    const modules = new Set()
    await vite.build({
      configFile: join(root, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: join(next, 'web'), emptyOutDir: true },
      plugins: [
        {
          name: 'list-modules',
          generateBundle(_, bundle) {
            for (const file of Object.values(bundle)) {
              if (file.type === 'chunk') for (const id of file.moduleIds) modules.add(id)
            }
            // The modules of chunks do not include style sheets.
            for (const id of this.getModuleIds()) if (/\.css(?:\?|$)/.test(id)) modules.add(id)
          },
        },
      ],
    })
    await writeSignInPage(vite, next)
    await compress(join(next, 'web'))
    writeFileSync(join(next, sbomFile), JSON.stringify(makeSbom(packagesOf(modules)), null, 1))
    await buildServer(vite, join(next, 'server'))
    for (const side of ['web', 'server', sbomFile]) {
      rmSync(join(dist, side), { recursive: true, force: true })
      renameSync(join(next, side), join(dist, side))
    }
  } finally {
    rmSync(next, { recursive: true, force: true })
  }
}

/** Writes login.html: the page with the sign-in form in its HTML. @param {typeof import('vite')} vite @param {string} folder */
async function writeSignInPage(vite, folder) {
  const outDir = join(folder, 'sign-in')
  const ssr = join(root, 'src/web/sign-in-html.tsx')
  const configFile = join(root, 'vite.config.ts')
  await vite.build({
    configFile,
    logLevel: 'warn',
    publicDir: false,
    build: { ssr, outDir, emptyOutDir: true },
  })
  // Runs in a separate process, with the browser globals that the modules need when they are loaded.
  const script = `
    Object.assign(globalThis, { window: new EventTarget() })
    Object.defineProperty(globalThis, 'navigator', { value: { onLine: true } })
    const { signInHtml } = await import(${JSON.stringify(pathToFileURL(join(outDir, 'sign-in-html.js')).href)})
    process.stdout.write(signInHtml())`
  const { stdout: form } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  const page = await readFile(join(folder, 'web', 'index.html'), 'utf8')
  const [styles = ''] = /<link rel="stylesheet".*?>/.exec(page) ?? []
  // The styles come first, so that the form appears before the other code has loaded.
  const head = [
    styles,
    '<script src="/early-sign-in.js"></script>',
    '<noscript><style>#root { display: none }</style></noscript>',
  ]
  const filled = page
    .replace(styles, '')
    .replace('</title>', () => ['</title>', ...head].join('\n    '))
    .replace('<div id="root"></div>', () => `<div id="root">${form}</div>`)
  if (!styles || !form.includes('<form') || !filled.includes(form))
    throw new Error('login.html is incomplete')
  await writeFile(join(folder, 'web', 'login.html'), filled)
}

/** @param {typeof import('vite')} vite @param {string} outDir */
async function buildServer(vite, outDir) {
  const entries = ['src/server/start/main.ts', 'src/server/start/cli.ts', worker]
  await vite.build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      ssr: true,
      target: 'node20',
      outDir,
      emptyOutDir: true,
      sourcemap: true,
      rolldownOptions: {
        input: Object.fromEntries(entries.map((path) => [parse(path).name, join(root, path)])),
        // Writes one folder, because the server looks for the worker next to its own file.
        output: {
          entryFileNames: ({ name }) => (name === parse(worker).name ? '[name].mjs' : '[name].js'),
          chunkFileNames: '[name]-[hash].js',
        },
      },
    },
  })
}

/** Writes a .gz and a .br file next to every text file of at least 1 kB; browsers request .br over HTTPS only. @param {string} folder */
async function compress(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const texts = names.filter((name) => /\.(?:js|css|html|svg|json|txt|webmanifest)$/.test(name))
  await Promise.all(
    texts.map(async (name) => {
      const content = await readFile(join(folder, name))
      if (content.length < 1024) return
      await writeFile(join(folder, `${name}.gz`), await promisify(gzip)(content, { level: 9 }))
      await writeFile(join(folder, `${name}.br`), await promisify(brotliCompress)(content))
    }),
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildIfChanged()
