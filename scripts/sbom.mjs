// Lists the contents of the product as CycloneDX: the packages that the server loads and those bundled into the page.

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const developmentOnly = 'cdx:npm:package:development'

/**
 * @typedef {{ name: string, value: string }} Property
 * @typedef {{ 'bom-ref': string, type: string, name: string, version: string, purl: string, scope?: string, properties?: Property[] }} Component
 * @typedef {{ ref: string, dependsOn: string[] }} Dependency
 * @typedef {{ bomFormat: string, specVersion: string, metadata: { component: Component }, components: Component[], dependencies: Dependency[] }} Sbom
 */

/**
 * Returns the packages that the modules of a build come from, as `name@version`.
 * @param {Iterable<string>} modules ids of modules, which are paths
 * @returns {Set<string>}
 */
export function packagesOf(modules) {
  const packages = new Set()
  for (const id of modules) {
    const path = id.replace(/^\0/, '').split('?')[0] ?? ''
    if (!path.includes(`node_modules${sep}`)) continue
    const { name, version } = packageAt(path)
    packages.add(`${name}@${version}`)
  }
  return packages
}

/** Reads the package.json of the package that contains a path, not one of a folder inside the package. @param {string} path @returns {{ name: string, version: string }} */
function packageAt(path) {
  const inside = path.lastIndexOf(`node_modules${sep}`) + `node_modules${sep}`.length
  const [first = '', second = ''] = path.slice(inside).split(sep)
  const folder = join(path.slice(0, inside), first, first.startsWith('@') ? second : '')
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

/**
 * Returns the SBOM of the product. Reads the lock file only, so it needs no network and is the same on every platform.
 * @param {ReadonlySet<string>} bundled the packages in the page, as `name@version`
 * @returns {Sbom}
 */
export function makeSbom(bundled) {
  // With NODE_ENV=production npm would leave out the page's packages.
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--offline', '--include=dev']
  // On Windows npm is a script, which only a shell can start.
  const options = { cwd: root, encoding: /** @type {const} */ ('utf8'), shell: process.platform === 'win32' }
  const { status, stdout, stderr } = spawnSync('npm', args, { ...options, maxBuffer: 64 * 1024 * 1024 })
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr || stdout}`)
  return shipped(JSON.parse(stdout), bundled)
}

/** @param {Component} component */
const idOf = ({ name, version }) => `${name}@${version}`

/** @param {Component} component */
const isDevelopment = ({ properties = [] }) =>
  properties.some(({ name, value }) => name === developmentOnly && value === 'true')

/** Removes the components that are needed for development only. @param {Sbom} all @param {ReadonlySet<string>} bundled @returns {Sbom} */
function shipped(all, bundled) {
  const components = all.components
    .filter((item) => !isDevelopment(item) || bundled.has(idOf(item)))
    .map(({ properties = [], ...item }) => ({
      ...item,
      // npm marks packages that only the page needs as optional.
      ...(bundled.has(idOf(item)) && { scope: 'required' }),
      properties: properties.filter(({ name }) => name !== developmentOnly),
    }))
  const unlisted = [...bundled].filter((id) => !components.some((item) => idOf(item) === id))
  if (unlisted.length > 0) throw new Error(`Bundled, but not in package-lock.json: ${unlisted.join(', ')}`)
  const { component } = all.metadata
  const keptRefs = new Set([component['bom-ref'], ...components.map((item) => item['bom-ref'])])
  // npm names the product after its folder.
  const name = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).name
  return {
    ...all,
    metadata: { ...all.metadata, component: { ...component, name, type: 'application' } },
    components,
    dependencies: all.dependencies
      .filter(({ ref }) => keptRefs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((item) => keptRefs.has(item)) })),
  }
}
