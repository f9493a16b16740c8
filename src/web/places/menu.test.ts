import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { rightsOf, roles, type Role } from '#domain/roles.ts'
import { covers } from '#test/covers.ts'
import { entriesIn, entryOf, mayOpen, placeAt, places, tabs, tabsOf } from './menu.ts'

const specification = readFileSync('docs/spec/spec-2-screens.md', 'utf8').replaceAll('\n  ', ' ')

const paths = places.map(({ path }) => path)
const inUse = { cashDrawer: true, approvals: true }
const viewer = (role: Role, menu = inUse) => ({ role, rights: rightsOf(role, null), menu })

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
    const listedPlaces = entriesIn(viewer('readwrite'), key).filter(({ path }) =>
      specified.some(([, place]) => place === path),
    )
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

const menuOf = (role: Role, menu = inUse) =>
  Object.fromEntries(
    tabsOf(viewer(role, menu)).map((tab) => [
      tab.label,
      entriesIn(viewer(role, menu), tab.key).map(({ label }) => label),
    ]),
  )

test('a clerk has 22 entries in five groups, and Approvals once the campus uses them', () => {
  const menu = menuOf('write')
  expect(Object.keys(menu)).toEqual([
    'Admissions',
    'Vouchers',
    'Fee receipts',
    'Admission reports',
    'Monthly fee reports',
  ])
  expect(menu['Fee receipts']).toEqual(['Individual receipt', 'Edit receipt', 'Approvals'])
  const unused = menuOf('write', { cashDrawer: false, approvals: false })
  expect(unused['Fee receipts']).toEqual(['Individual receipt', 'Edit receipt'])
  expect(Object.values(menu).flat()).toHaveLength(22)
})

test('the accountant also has the accounts, and an admin the administration, by short names', () => {
  const accounts = ['Day book', 'Corrections', 'Ageing', 'Collection', 'Concessions', 'Close the books']
  expect(menuOf('readwrite')['Accounts']).toEqual(accounts)
  expect(menuOf('read')['Accounts']).toEqual(accounts)
  expect(menuOf('admin')['Administration']).toEqual([
    'Users',
    'Fee plan',
    'Import from Excel',
    'Campus settings',
    'History',
  ])
})

test('every place with a tab hangs under an entry of the menu', () => {
  const under = places.filter((place) => place.under !== undefined)
  expect(under.length).toBeGreaterThan(5)
  for (const { under: path = '' } of under) expect(placeAt(path)).toMatchObject({ path })
  expect(under.filter(({ under: path = '' }) => placeAt(path)?.under !== undefined)).toEqual([])
})

test('the entry of the drawer leads to its closings without the right to receive, and is gone without a drawer', () => {
  const drawer = placeAt('/cashier-close')
  if (!drawer) throw new Error('The drawer has no place')
  expect(entryOf(viewer('write'), drawer)?.path).toBe('/cashier-close')
  expect(entryOf({ ...viewer('write'), rights: [] }, drawer)?.path).toBe('/closings')
  expect(entryOf(viewer('write', { cashDrawer: false, approvals: true }), drawer)).toBeNull()
})
