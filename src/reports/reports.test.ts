import { describe, expect, it } from 'vitest'
import { covers } from '#test/covers.ts'
import { allEndpoints } from './endpoints.ts'
import { fileEndpoints, lists, reports } from './reports.ts'

describe('the endpoints that a standby may serve', () => {
  const onStandby = allEndpoints.filter(({ fromStandby }) => fromStandby)

  it('only read and are open to all staff, because a standby cannot write and has no admin rights', () => {
    expect(onStandby.map(({ effect, access }) => `${effect} ${access}`)).toEqual(
      onStandby.map(() => 'reads staff'),
    )
  })

  it('include every list and file of the reports that all staff may read', () => {
    const ofReports = [...Object.values(lists).map(({ endpoint }) => endpoint), ...fileEndpoints.values()]
    expect(onStandby).toEqual(expect.arrayContaining(ofReports.filter(({ access }) => access === 'staff')))
  })
})

describe('the endpoints of the portal', () => {
  it('have unique paths', () => {
    const paths = allEndpoints.map(({ method, path }) => `${method} ${path}`)
    expect(new Set(paths).size).toBe(paths.length)
  })

  it('have exactly the parameters of their paths', () => {
    for (const { path, params } of allEndpoints) {
      const namesInPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
      expect({ path, params: Object.keys(params.shape).toSorted() }).toEqual({
        path,
        params: namesInPath.toSorted(),
      })
    }
  })
})

it('the read role changes only its own password, second factor and sessions', () => {
  covers('decisions 2.access.read')

  const staffChanges = allEndpoints.filter(({ access, effect }) => access === 'staff' && effect !== 'reads')
  expect(staffChanges.filter(({ path }) => !/^\/users\/\w+$/.test(path))).toEqual([])
  expect(staffChanges.filter(({ params }) => Object.keys(params.shape).length > 0)).toEqual([])
})

describe('every list', () => {
  it('is declared under its name', () => {
    expect(Object.values(lists).map(({ name }) => name)).toEqual(Object.keys(lists))
  })

  it('sums only fields of its rows, and belongs to a report', () => {
    for (const { row, sums } of Object.values(lists)) {
      expect(Object.keys(row.shape)).toEqual(expect.arrayContaining([...sums]))
    }
    expect(new Set(reports.map(({ list }) => list))).toEqual(new Set(Object.values(lists)))
  })
})

describe('every report', () => {
  const namesOf = (values: readonly string[]) => ({ all: values.length, different: new Set(values).size })
  const allDifferent = { all: reports.length, different: reports.length }

  it('has its own name, its own place and its own call for files', () => {
    expect(namesOf(reports.map(({ name }) => name))).toEqual(allDifferent)
    expect(namesOf(reports.map(({ place }) => place.path))).toEqual(allDifferent)
    expect([...fileEndpoints.keys()]).toEqual(reports)
  })

  it.each(reports.map((report) => [report.name, report] as const))(
    'requests its files by the inputs of its list, and has a filter for each input: %s',
    (_, report) => {
      const { params, query, body } = report.list.endpoint
      const file = fileEndpoints.get(report)
      const namesIn = (schema: object) => ('shape' in schema ? Object.keys(Object(schema.shape)) : [])
      expect(namesIn(file?.params ?? {}).toSorted()).toEqual([...namesIn(params), 'format'].toSorted())
      expect(namesIn(file?.body ?? {})).toEqual([...namesIn(query ?? {}), ...namesIn(body)])
      expect(Object.keys(report.filters).toSorted()).toEqual(Object.keys(report.list.query.shape).toSorted())
    },
  )

  it.each(reports.map((report) => [report.name, report] as const))(
    'has each column once for every kind of student: %s',
    (_, report) => {
      for (const type of ['admitted', 'removed', 'all']) {
        const keys = report.columns({ type } as never).map(({ key }) => key)
        expect(new Set(keys).size).toBe(keys.length)
      }
    },
  )
})
