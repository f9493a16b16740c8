import { describe, expect, it } from 'vitest'
import { covers } from '#test/covers.ts'
import { allEndpoints } from './endpoints.ts'
import { fileEndpoints, lists, reports } from './reports.ts'

describe('the endpoints that a standby may serve', () => {
  const named = allEndpoints.filter(({ fromStandby }) => fromStandby)

  it('only read, and are open to all staff: a standby knows neither changes nor admin roles', () => {
    expect(named.map(({ effect, access }) => `${effect} ${access}`)).toEqual(named.map(() => 'reads staff'))
  })

  it('are all exports and their reports', () => {
    const ofReports = [...Object.values(lists).map(({ endpoint }) => endpoint), ...fileEndpoints.values()]
    expect(named).toEqual(expect.arrayContaining(ofReports.filter(({ access }) => access === 'staff')))
  })
})

describe('the endpoints of the portal', () => {
  it('are each on a path of their own', () => {
    const paths = allEndpoints.map(({ method, path }) => `${method} ${path}`)
    expect(new Set(paths).size).toBe(paths.length)
  })

  it('have exactly the parameters of their paths', () => {
    for (const { path, params } of allEndpoints) {
      const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
      expect({ path, params: Object.keys(params.shape).toSorted() }).toEqual({
        path,
        params: inPath.toSorted(),
      })
    }
  })
})

it('the read role changes only its own password, second factor and sessions', () => {
  covers('decisions 2.access.read')

  const open = allEndpoints.filter(({ access, effect }) => access === 'staff' && effect !== 'reads')
  expect(open.filter(({ path }) => !/^\/users\/\w+$/.test(path))).toEqual([])
  expect(open.filter(({ params }) => Object.keys(params.shape).length > 0)).toEqual([])
})

describe('every list', () => {
  it('is found under its name', () => {
    expect(Object.values(lists).map(({ name }) => name)).toEqual(Object.keys(lists))
  })

  it('sums fields of its rows, and is the list of a report', () => {
    for (const { row, sums } of Object.values(lists)) {
      expect(Object.keys(row.shape)).toEqual(expect.arrayContaining([...sums]))
    }
    expect(new Set(reports.map(({ list }) => list))).toEqual(new Set(Object.values(lists)))
  })
})

describe('every report', () => {
  const namesOf = (values: readonly string[]) => ({ all: values.length, different: new Set(values).size })
  const each = { all: reports.length, different: reports.length }

  it('has a name, a place and a call for its files of its own', () => {
    expect(namesOf(reports.map(({ name }) => name))).toEqual(each)
    expect(namesOf(reports.map(({ place }) => place.path))).toEqual(each)
    expect([...fileEndpoints.keys()]).toEqual(reports)
  })

  it.each(reports.map((report) => [report.name, report] as const))(
    'asks for its files what it asks for its list, and has a filter for each: %s',
    (_, report) => {
      const { params, query, body } = report.list.endpoint
      const ofFile = fileEndpoints.get(report)
      const names = (schema: object) => ('shape' in schema ? Object.keys(Object(schema.shape)) : [])
      expect(names(ofFile?.params ?? {}).toSorted()).toEqual([...names(params), 'format'].toSorted())
      expect(names(ofFile?.body ?? {})).toEqual([...names(query ?? {}), ...names(body)])
      expect(Object.keys(report.filters).toSorted()).toEqual(Object.keys(report.list.query.shape).toSorted())
    },
  )

  it.each(reports.map((report) => [report.name, report] as const))(
    'has each column once, whatever is asked for: %s',
    (_, report) => {
      for (const type of ['admitted', 'removed', 'all']) {
        const keys = report.columns({ type } as never).map(({ key }) => key)
        expect(new Set(keys).size).toBe(keys.length)
      }
    },
  )
})
