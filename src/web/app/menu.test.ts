import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { rightsOf, roles, type Role } from '#domain/roles.ts'
import { covers } from '#test/covers.ts'
import { mayOpen, places, placesIn, tabs } from './menu.ts'

const specification = readFileSync('docs/spec/spec-2-screens.md', 'utf8').replaceAll('\n  ', ' ')

const paths = places.map(({ path }) => path)
const viewer = (role: Role) => ({ role, rights: rightsOf(role, null) })

test('every route of the specification has a screen, and no path has a parameter', () => {
  covers('spec 2.routes.list')

  const cells = specification.matchAll(/^\| `2\.routes\.[\w-]+` \| (`[^|]+) \|/gm)
  const specified = [...cells].flatMap(([, cell = '']) => cell.match(/(?<=`)\/[^`]*/g) ?? [])
  expect(specified.length).toBeGreaterThan(25)
  expect(new Set(['/', '/login', '/dashboard', ...paths])).toEqual(new Set([...specified, ...paths]))
  expect(paths.filter((path) => !/^(?:\/[a-z-]+)+$/.test(path))).toEqual([])
  expect(new Set(paths).size).toBe(paths.length)
})

const [tabNames = ''] = specification.match(/^- `2\.tabs\.names`.*$/m) ?? []
test.each(tabs.filter(({ label }) => tabNames.includes(label)))(
  '$label lists the screens of the specification, in its order',
  ({ key, label }) => {
    covers('spec 2.tabs.others', 'spec 2.tabs.admissions')

    const [sentence = ''] = specification.match(`${label} (leads )?to \`/[^;.]*`) ?? []
    const specified = [...sentence.matchAll(/`(\/[^`]*)`(?: \(([^)]*)\))?/g)]
    const listedPlaces = placesIn(key).filter(({ path }) => specified.some(([, place]) => place === path))
    expect(listedPlaces).toMatchObject(
      specified.map(([, path, words]) => ({ path, ...(words && { label: words }) })),
    )
    expect(specified.length).toBeGreaterThan(1)
  },
)

test.each(places)('$path is open to the roles that have its access and right', ({ path, access, right }) => {
  covers('spec 6.roles.write')

  const open = { staff: roles, writer: roles.filter((role) => role !== 'read'), admin: ['admin'] as const }
  expect(roles.filter((role) => mayOpen(viewer(role), path))).toEqual(open[access])
  const rolesWithoutRight = open[access].filter((role) => mayOpen({ role, rights: [] }, path))
  expect(rolesWithoutRight).toEqual(right ? [] : open[access])
})
