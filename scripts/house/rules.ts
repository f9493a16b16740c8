// The rules of imports, which `npm run check` enforces.

const school = ['#contract', '#domain']
const shared = ['#reports', ...school]
const server = ['#server', '#files', ...shared, '*', 'node']
const screens = ['#web/kit', '#web/api', '#web/ui', '#files', ...shared, '*']

/**
 * The folders and packages that each folder may import besides itself: `*` is any package, `node` a module of Node. A
 * folder includes subfolders without an entry. In its name, `*` is any file or folder, and `*` with a slash any folder.
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
    ...shared,
    'node',
  ],
  'src/server/services': ['#server/records', ...school, 'node'],
  'src/server/files': ['#server/http', ...shared, 'node', 'yazl'],
  'src/server/http': ['#server/auth', '#server/records', '#server/database', ...school, '*', 'node'],
  'src/server/auth': ['#server/records', '#server/database', ...school, '*', 'node'],
  'src/server/records': ['#server/database', ...shared, '*', 'node'],
  'src/server/database': ['*', 'node'],

  'src/web': ['#web', '#files', ...shared, '*'],
  'src/web/places': ['#web/features', ...screens],
  'src/web/app': ['#web/places', ...screens],
  'src/web/features/*': screens,
  'src/web/kit': ['#web/api', '#web/ui', ...shared, '*'],
  'src/web/kit/*/': ['#web/kit', '#web/api', '#web/ui', ...shared, '*'],
  'src/web/api': [...shared, '*'],
  'src/web/ui': ['#domain', '*'],
}

interface Restriction {
  readonly file: string
  readonly rooms: readonly string[]
}

/** Functions for these folders only: `paisa` and `calendarDate` brand values, `createScope` opens a campus. */
export const restrictedNames: Readonly<Record<string, Restriction>> = {
  paisa: {
    file: 'src/domain/money.ts',
    rooms: ['src/domain', 'src/contract', 'src/reports', 'src/server/demo'],
  },
  calendarDate: { file: 'src/domain/calendar.ts', rooms: ['src/domain', 'src/contract', 'src/server/cli'] },
  createScope: { file: 'src/server/records/scope.ts', rooms: ['src/server/auth', 'src/server/demo'] },
}

// Both lists may only shrink: an outdated entry fails too.

export const allowedMutualImports: readonly string[] = ['bench bench/rows']

/** The shared files that only one folder uses. */
export const singleUse: readonly string[] = [
  'src/web/kit/local-date-time.ts',
  'src/web/kit/voucher-facts.tsx',
]
