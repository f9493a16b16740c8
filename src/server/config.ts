import { z } from 'zod'
import { speedups } from '#server/database/fast/statements.ts'

/** Thrown for an invalid setting; the message is one line for the operator. */
export class WrongSetting extends Error {}

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .refine((text) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max, {
      error: ({ input }) => `must be a whole number from ${min} to ${max}, not "${String(input)}"`,
    })
    .transform(Number)

const flag = z
  .enum(['0', '1'], { error: ({ input }) => `must be 1 or 0, not "${String(input)}"` })
  .transform((text) => text === '1')

// The message leaves out the URL, because it contains a password.
const postgresUrl = z
  .string()
  .refine(
    (text) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text),
    'must be a URL that starts with postgres:// or postgresql://',
  )

const list = <T extends z.ZodType<unknown, string>>(item: T) =>
  z
    .string()
    .transform((text) => text.split(',').map((each) => each.trim()))
    .transform((items) => items.filter((each) => each !== ''))
    .pipe(z.array(item))

const address = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])
const network = z.string().refine((text) => address.safeParse(text).success && !text.endsWith('/0'), {
  error: ({ input }) => `must be addresses or networks such as 10.1.0.0/16, not "${String(input)}"`,
})

const isSite = (text: string): boolean => {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return false
  const { username, password, pathname, search, hash } = new URL(text)
  return `${username}${password}${search}${hash}` === '' && pathname === '/'
}

const site = z
  .string()
  .refine(isSite, 'must be the address of the site without a path, such as https://portal.school.example')
  .transform((text) => new URL(text).origin)

const speedup = z.enum(speedups, {
  error: ({ input }) => `must be one or more of ${speedups.join(', ')}, not "${String(input)}"`,
})

const noPooler = z.null('is no longer supported: DATABASE_URL leads to PostgreSQL itself, without a pooler')

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, {
  error: ({ input }) => `must be a time such as 02:30, not "${String(input)}"`,
})

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host)

const settings = z
  .object({
    HOST: z.string().default('127.0.0.1'),
    PORT: wholeNumber(0, 65_535).default(3000),
    DATABASE_URL: postgresUrl.nullable().default(null),
    DATABASE_REPLICA_URL: postgresUrl.nullable().default(null),
    DATABASE_MIGRATION_URL: postgresUrl.nullable().default(null),
    DATABASE_POOLER: noPooler.default(null),
    DATA_DIR: z.string().default('./data'),
    DEMO: flag.optional(),
    DEMO_STUDENTS: wholeNumber(1, 20_000).default(300),
    METRICS_TOKEN: z.string().nullable().default(null),
    PUBLIC_URL: site.nullable().default(null),
    HSTS_SUBDOMAINS: flag.default(false),
    TRUSTED_PROXIES: list(network).default([]),
    SECURITY_LOG: z.string().nullable().default(null),
    SHUTDOWN_DELAY: wholeNumber(0, 60).default(0),
    PORTAL_PLAIN: list(speedup).default([]),
    BACKUP_DIR: z.string().nullable().default(null),
    BACKUP_TIME: timeOfDay.default('02:30'),
    BACKUP_KEEP: wholeNumber(1, 3650).default(14),
    BACKUP_KEY: z.string().nullable().default(null),
  })
  .refine(({ DATABASE_URL, DATABASE_REPLICA_URL }) => !DATABASE_REPLICA_URL || DATABASE_URL, {
    path: ['DATABASE_REPLICA_URL'],
    error: 'is a standby of DATABASE_URL, which is not set',
  })
  .refine(({ DATABASE_URL, DATABASE_MIGRATION_URL }) => !DATABASE_MIGRATION_URL || DATABASE_URL, {
    path: ['DATABASE_MIGRATION_URL'],
    error: 'is the owner of the tables of DATABASE_URL, which is not set',
  })
  .refine(({ PUBLIC_URL, HSTS_SUBDOMAINS }) => !HSTS_SUBDOMAINS || PUBLIC_URL?.startsWith('https:'), {
    path: ['HSTS_SUBDOMAINS'],
    error: 'is for an HTTPS address in PUBLIC_URL, which is not set',
  })
  .transform((env) => ({
    host: env.HOST,
    port: env.PORT,
    /** Null for the embedded database in `dataDir`. */
    databaseUrl: env.DATABASE_URL,
    /** A hot standby of `databaseUrl`, for reports; null if reports read `databaseUrl` itself. */
    replicaUrl: env.DATABASE_REPLICA_URL,
    /** The owner of the tables, for migrations and commands; null if the user of `databaseUrl` owns them. */
    migrationUrl: env.DATABASE_MIGRATION_URL,
    dataDir: env.DATA_DIR,
    /** True if an empty database is filled with the demo school. */
    demo: env.DEMO ?? (env.DATABASE_URL === null && isLoopback(env.HOST)),
    /** True if the demo's users, whose password is public, may sign in. */
    servesDemo: env.DEMO === true || isLoopback(env.HOST),
    demoStudents: env.DEMO_STUDENTS,
    /** Null if /metrics is served to this machine only. */
    metricsToken: env.METRICS_TOKEN,
    /** Null if staff reach the portal at any of its addresses. */
    publicUrl: env.PUBLIC_URL,
    /** True if browsers must use HTTPS for the subdomains of `publicUrl` too. */
    hstsSubdomains: env.HSTS_SUBDOMAINS,
    /** The proxies whose forwarded client addresses are trusted, in addition to this machine. */
    trustedProxies: env.TRUSTED_PROXIES,
    /** The file of the security log; null if it is part of the server's log. */
    securityLog: env.SECURITY_LOG,
    /** The time after SIGTERM in which calls are still served, until load balancers use other servers. */
    shutdownDelayMs: env.SHUTDOWN_DELAY * 1000,
    /** The speedups that are switched off, to look for a fault or to measure. */
    disabledSpeedups: env.PORTAL_PLAIN,
    /** Null if no daily backup is made. */
    backupDir: env.BACKUP_DIR,
    /** The time from which the day's backup is due, such as `02:30`. */
    backupTime: env.BACKUP_TIME,
    /** The number of daily backups that are kept; the first backup of each of the last twelve months is kept too. */
    backupKeep: env.BACKUP_KEEP,
    /** The file of the key that encrypts and signs backups; null if backups are not encrypted. */
    backupKey: env.BACKUP_KEY,
  }))

/** The settings of the environment (decisions 1.settings). */
export type Config = Readonly<z.output<typeof settings>>

/** Reads the settings; an empty one counts as not set. Throws WrongSetting for the first invalid setting. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const nonEmpty = Object.fromEntries(Object.entries(env).filter(([, text]) => text !== ''))
  const { data, error } = settings.safeParse(nonEmpty)
  if (data) return data
  const [{ path, message } = { path: [], message: '' }] = error.issues
  throw new WrongSetting(`${String(path[0])} ${message}`)
}
