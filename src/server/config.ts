/** What the environment sets (decisions §1). */
export interface Config {
  readonly host: string
  readonly port: number
  /** A PostgreSQL URL; null means the embedded database in `dataDir`. */
  readonly databaseUrl: string | null
  /** The PostgreSQL URL of a hot standby of that database, for reports; null reads them from the database itself. */
  readonly replicaUrl: string | null
  readonly dataDir: string
  /** Fill an empty database with the demo school. */
  readonly demo: boolean
  readonly demoStudents: number
  /** Who knows it may ask for /metrics; null lets only this machine ask. */
  readonly metricsToken: string | null
}

/** A wrong setting; its message is the one line that the operator reads. */
export class WrongSetting extends Error {}

function wholeNumber(
  name: string,
  text: string | undefined,
  [least, most]: [number, number],
  otherwise: number,
) {
  if (text === undefined || text === '') return otherwise
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= least && value <= most) return value
  throw new WrongSetting(`${name} must be a whole number from ${least} to ${most}, not "${text}"`)
}

function yesOrNo(name: string, text: string | undefined, otherwise: boolean): boolean {
  if (text === undefined || text === '') return otherwise
  if (text === '1' || text === '0') return text === '1'
  throw new WrongSetting(`${name} must be 1 or 0, not "${text}"`)
}

function postgresUrl(name: string, text: string | undefined): string | null {
  if (text === undefined || text === '') return null
  if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) return text
  throw new WrongSetting(`${name} must be a URL that starts with postgres:// or postgresql://`)
}

/** Reads the settings; throws WrongSetting where one cannot be used. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const databaseUrl = postgresUrl('DATABASE_URL', env['DATABASE_URL'])
  const replicaUrl = postgresUrl('DATABASE_REPLICA_URL', env['DATABASE_REPLICA_URL'])
  if (replicaUrl !== null && databaseUrl === null) {
    throw new WrongSetting('DATABASE_REPLICA_URL is a standby of DATABASE_URL, which is not set')
  }
  return {
    host: env['HOST'] || '127.0.0.1',
    port: wholeNumber('PORT', env['PORT'], [0, 65_535], 3000),
    databaseUrl,
    replicaUrl,
    dataDir: env['DATA_DIR'] || './data',
    demo: yesOrNo('DEMO', env['DEMO'], databaseUrl === null),
    demoStudents: wholeNumber('DEMO_STUDENTS', env['DEMO_STUDENTS'], [1, 20_000], 300),
    metricsToken: env['METRICS_TOKEN'] || null,
  }
}
