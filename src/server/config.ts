import { isIP } from 'node:net'

/** What the environment sets (decisions 1.settings). */
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
  /** Addresses and networks whose word on where a call comes from is believed, beside this machine's. */
  readonly trustedProxies: readonly string[]
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

/** An address, or a network in the way of `10.1.0.0/16`. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const most = { 4: 32, 6: 128 }[isIP(address)]
  if (most === undefined || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most)
}

function networks(name: string, text: string | undefined): string[] {
  const named = (text ?? '').split(',').map((each) => each.trim())
  const given = named.filter((each) => each !== '')
  const wrong = given.find((each) => !isNetwork(each))
  if (wrong === undefined) return given
  throw new WrongSetting(`${name} must be addresses or networks such as 10.1.0.0/16, not "${wrong}"`)
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
    trustedProxies: networks('TRUSTED_PROXIES', env['TRUSTED_PROXIES']),
  }
}
