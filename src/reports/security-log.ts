import { z } from 'zod/mini'
import { given, wholeNumber } from '#contract/fields.ts'
import { instant } from '#contract/wire.ts'
import { count } from '#domain/count.ts'
import { alertKinds, alertWords } from '#domain/security-alert.ts'
import { securityKinds, securityKindWords } from '#domain/security-event.ts'
import { dateFields, daysInWords } from './common-filters.ts'
import { list, type RowOf } from './list.ts'
import { fieldColumn, type Column, type Report } from './report.ts'
import { personFacet } from './shared-columns.ts'

const event = z.object({
  eventNo: z.number(),
  at: instant,
  kind: z.enum(securityKinds),
  alert: z.nullable(z.enum(alertKinds)),
  /** A user id, or `unknown`. */
  who: z.string(),
  whoName: z.string(),
  what: z.string(),
  address: z.string(),
  /** Browser and system. */
  device: z.string(),
  requestId: z.string(),
})

const shownAlerts = ['all', 'only'] as const

/** The events of the campus, and the events of unknown users and of the command line, which have no campus. */
export const securityList = list({
  name: 'securityList',
  method: 'POST',
  path: '/users/getSecurityLog/:campus',
  summary:
    'The security log of a campus, newest first, 500 events at a time: sign-ins, refusals, files, reads of records, users',
  access: 'admin',
  logged: 'log read',
  query: z.object({
    ...dateFields,
    events: given(z._default(z.enum(['all', ...securityKinds], 'Choose a kind from the list'), 'all')),
    alerts: given(z._default(z.enum(shownAlerts, 'Choose from the list'), 'all')),
    /** Only events with a lower number are listed; omitted for the newest. */
    before: given(z.optional(wholeNumber('Not an event of the log', 1))),
  }),
  pages: { size: 500, by: 'eventNo' },
  row: event,
  sums: [],
  items: 'events',
  item: event,
  found: 'Events found',
  none: 'no-entries',
})

type EventRow = RowOf<typeof securityList>

const alertOf = ({ alert }: EventRow): string => (alert === null ? '' : alertWords[alert])

const columns: readonly Column<EventRow>[] = [
  fieldColumn('instant', 'at', 'When', { width: 136, fileWidth: 18, pinned: true, card: 'detail' }),
  {
    key: 'who',
    heading: 'User',
    kind: 'name',
    value: ({ whoName }) => whoName,
    width: 130,
    fileWidth: 24,
    card: 'detail',
  },
  fieldColumn('text', 'what', 'What', { width: 330, fileWidth: 60, card: 'title', wraps: true }),
  {
    key: 'alert',
    heading: 'Alert',
    kind: 'text',
    value: alertOf,
    width: 150,
    fileWidth: 24,
    card: 'detail',
  },
  fieldColumn('code', 'address', 'From', { width: 110, fileWidth: 18, card: 'detail' }),
  fieldColumn('text', 'device', 'Device', { width: 140, fileWidth: 22, card: 'detail' }),
  {
    key: 'userId',
    heading: 'User id',
    kind: 'code',
    value: ({ who }) => who,
    width: 150,
    fileWidth: 28,
    only: 'file',
  },
  fieldColumn('code', 'requestId', 'Request', { width: 290, fileWidth: 38, only: 'file' }),
]

export const securityLog: Report<typeof securityList> = {
  name: 'security-log',
  list: securityList,
  place: { path: '/security-log', label: 'Security log', tab: 'administration' },
  filePath: '/users/exportSecurityLog/:format/:campus',
  title: 'Security log',
  lead: 'Sign-ins, refused calls, saved files, records that were read, and changes of users and rules: who, from where and when.',
  filters: {
    fromDate: { label: 'From Date', start: (today) => today },
    toDate: { label: 'To Date', start: (today) => today },
    events: { label: 'What', words: { all: 'Everything', ...securityKindWords } },
    before: { setBy: 'button' },
    alerts: { label: 'Show', words: { all: 'All events', only: 'Alerts only' } },
  },
  buttons: [{ label: 'Show events' }],
  heading: (query) => `Newest first${daysInWords(query)}`,
  columns: () => columns,
  keyOf: ({ eventNo }) => String(eventNo),
  noun: 'event',
  sumUp: (rows) => {
    const alerts = rows.filter(({ alert }) => alert !== null).length
    return alerts === 0 ? '' : count(alerts, 'alert')
  },
  keepsRow: () => true,
  foot: (totals) => ({ at: count(totals.count, 'event') }),
  facet: personFacet,
  find: {
    in: (row) => `${row.who} ${row.whoName} ${row.what} ${row.address} ${row.device} ${alertOf(row)}`,
    hint: 'Nothing matches. Check the spelling or clear the search.',
  },
  words: {
    loading: 'Loading the security log',
    none: { title: 'No events found', hint: 'Nothing of this kind was recorded on these days.' },
    failed: 'Getting the security log failed',
  },
}
