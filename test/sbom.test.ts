// @module-tag gate

import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeSbom, packagesOf } from '#scripts/sbom.mjs'
import { covers } from './covers.ts'
import { read, root } from './repository.ts'

interface LockedPackage {
  readonly version: string
  readonly dev?: boolean
}
const locked: Readonly<Record<string, LockedPackage>> = JSON.parse(read('package-lock.json')).packages

const idsOf = (isWanted: (name: string, one: LockedPackage) => boolean): string[] =>
  Object.entries(locked).flatMap(([path, one]) => {
    const name = path.split('node_modules/').at(-1) ?? ''
    return path !== '' && isWanted(name, one) ? [`${name}@${one.version}`] : []
  })

const bundledNames = ['react', '@mantine/core', 'zod']
const bundled = new Set(idsOf((name) => bundledNames.includes(name)))

it('the SBOM lists each package of the server in package-lock.json, each of the page, and no others', () => {
  covers('security packages.listed')

  const sbom = makeSbom(bundled)
  const expected = new Set([...idsOf((_, { dev }) => !dev), ...bundled])
  const components = sbom.components.map(({ name, version }) => `${name}@${version}`)
  expect(components.toSorted()).toEqual([...expected].toSorted())
  expect(sbom.components.find(({ name }) => name === 'react')).toMatchObject({
    type: 'library',
    scope: 'required',
    purl: `pkg:npm/react@${locked['node_modules/react']?.version}`,
  })
})

it('the documents state how many packages the server has', () => {
  const ofServer = new Set(idsOf((_, { dev }) => !dev)).size
  expect(read('docs/trust.md')).toContain(`${ofServer} of the server`)
})

it('the SBOM has what CycloneDX 1.5 requires, and each reference names one of its components', () => {
  const sbom = makeSbom(bundled)
  expect(sbom).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    serialNumber: expect.stringMatching(/^urn:uuid:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    metadata: { component: { name: 'school-portal', type: 'application' } },
  })
  const references = [sbom.metadata.component, ...sbom.components].map((one) => one['bom-ref'])
  expect(new Set(references).size).toBe(references.length)
  const used = sbom.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn])
  expect(used.filter((reference) => !references.includes(reference))).toEqual([])
  for (const one of sbom.components) {
    expect(one).toMatchObject({
      type: 'library',
      name: expect.stringMatching(/./),
      version: expect.stringMatching(/./),
      purl: expect.stringMatching(/^pkg:npm\//),
    })
  }
})

it('a package of the page that package-lock.json does not have stops the build', () => {
  expect(() => makeSbom(new Set(['unlisted@1.0.0']))).toThrow(
    'Bundled, but not in package-lock.json: unlisted@1.0.0',
  )
})

it("finds the packages of a build's modules by their own package.json", () => {
  const moduleAt = (path: string) => join(root, 'node_modules', path)
  const modules = [
    join(root, 'src/web/main.tsx'),
    moduleAt('react/index.js'),
    moduleAt('@mantine/core/esm/core/index.mjs'),
    `\0${moduleAt('react-dom/client.js')}?commonjs-module`,
    '\0vite/preload-helper.js',
  ]
  const names = bundledNames.slice(0, 2).concat('react-dom')
  expect([...packagesOf(modules)].toSorted()).toEqual(idsOf((name) => names.includes(name)).toSorted())
})
