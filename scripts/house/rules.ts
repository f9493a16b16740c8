// The rules of imports, which `npm run check` enforces.

const school = ['#contract', '#domain']
const below = ['#reports', ...school]
const server = ['#server', '#files', ...below, '*', 'node']
const screens = ['#web/kit', '#web/api', '#web/ui', '#files', ...below, '*']

/**
 * The rooms, and the rooms and packages that each may import besides itself: `*` is any package, `node` a module of Node.
 * A room includes folders that are not rooms themselves. A `*` in its name is any file or folder, `*` with a slash a folder.
 */
export const mayImport: Readonly<Record<string, readonly string[]>> = {
  'src/domain': [],
  'src/files': ['#domain', 'fflate', 'papaparse', 'read-excel-file'],
  'src/contract': ['#domain', 'zod'],
  'src/reports': ['#contract', '#domain', 'zod/mini'],

  'src/server': ['#server/database', '#domain', 'node', 'zod'],
  'src/server/start': server,
  'src/server/cli': server,
  'src/server/demo': server,
  'src/server/features/handlers.ts': ['#server/features', '#server/http'],
  'src/server/features/*': [
    '#server/services',
    '#server/records',
    '#server/auth',
    '#server/http',
    '#server/files',
    ...below,
    'node',
  ],
  'src/server/services': ['#server/records', ...school, 'node'],
  'src/server/files': ['#server/http', ...below, 'node', 'yazl'],
  'src/server/http': ['#server/auth', '#server/records', '#server/database', ...school, '*', 'node'],
  'src/server/auth': ['#server/records', '#server/database', ...school, '*', 'node'],
  'src/server/records': ['#server/database', ...below, '*', 'node'],
  'src/server/database': ['*', 'node'],

  'src/web': ['#web', '#files', ...below, '*'],
  'src/web/app': screens,
  'src/web/features/*': screens,
  'src/web/kit': ['#web/api', '#web/ui', ...below, '*'],
  'src/web/kit/*/': ['#web/kit', '#web/api', '#web/ui', ...below, '*'],
  'src/web/api': [...below, '*'],
  'src/web/ui': ['#domain', '*'],
}

interface Restriction {
  readonly file: string
  readonly rooms: readonly string[]
}

/** Functions that only these rooms may import: `paisa` and `calendarDate` brand values, `mintScope` opens a campus. */
export const restrictedNames: Readonly<Record<string, Restriction>> = {
  paisa: {
    file: 'src/domain/money.ts',
    rooms: ['src/domain', 'src/contract', 'src/reports', 'src/server/demo'],
  },
  calendarDate: { file: 'src/domain/calendar.ts', rooms: ['src/domain', 'src/contract', 'src/server/cli'] },
  mintScope: { file: 'src/server/records/scope.ts', rooms: ['src/server/auth', 'src/server/demo'] },
}

// Both lists may only shrink: an outdated entry fails too.

export const importedBothWays: readonly string[] = ['bench bench/rows']

/** The files of kit that only one room uses. */
export const singleUse: readonly string[] = [
  'src/web/kit/export-buttons.tsx',
  'src/web/kit/local-date-time.ts',
  'src/web/kit/months-to-post-notice.tsx',
  'src/web/kit/new-password-fields.ts',
  'src/web/kit/print-button.tsx',
  'src/web/kit/print-head.tsx',
  'src/web/kit/receiving/amount-and-date.tsx',
  'src/web/kit/report-charts.tsx',
  'src/web/kit/voucher-facts.tsx',
]
