import { describe, expect, it } from 'vitest'
import { covers } from '#test/covers.ts'
import { readConfig, WrongSetting } from './config.ts'

const defaults = {
  host: '127.0.0.1',
  port: 3000,
  databaseUrl: null,
  replicaUrl: null,
  migrationUrl: null,
  dataDir: './data',
  demo: true,
  servesDemo: true,
  demoStudents: 300,
  metricsToken: null,
  publicUrl: null,
  hstsSubdomains: false,
  trustedProxies: [],
  securityLog: null,
  shutdownDelayMs: 0,
  disabledSpeedups: [],
  backupDir: null,
  backupTime: '02:30',
  backupKeep: 14,
  backupKey: null,
}
const url = 'postgres://portal:secret@db.example:5432/portal'

describe('the settings', () => {
  it('default to a demo school in a folder, for this machine only', () => {
    covers('decisions 1.settings.defaults')

    expect(readConfig({})).toEqual(defaults)
  })

  it('treat an empty setting as not set', () => {
    const empty = { HOST: '', PORT: '', DATABASE_URL: '', DATA_DIR: '', DEMO: '', DEMO_STUDENTS: '' }
    expect(readConfig(empty)).toEqual(defaults)
  })

  it('ignore everything else in the environment', () => {
    expect(readConfig({ PATH: '/bin', PGHOST: 'elsewhere', port: '1' })).toEqual(defaults)
  })

  it.each([
    ['HOST', '0.0.0.0', { host: '0.0.0.0', demo: false, servesDemo: false }],
    ['HOST', '::', { host: '::', demo: false, servesDemo: false }],
    ['HOST', '192.168.1.4', { host: '192.168.1.4', demo: false, servesDemo: false }],
    ['HOST', '127.0.0.1.example', { host: '127.0.0.1.example', demo: false, servesDemo: false }],
    ['HOST', 'localhost', { host: 'localhost' }],
    ['HOST', '::1', { host: '::1' }],
    ['PORT', '8080', { port: 8080 }],
    ['PORT', '0', { port: 0 }],
    ['PORT', '65535', { port: 65_535 }],
    ['DATA_DIR', '/srv/portal', { dataDir: '/srv/portal' }],
    ['METRICS_TOKEN', 'secret', { metricsToken: 'secret' }],
    ['PUBLIC_URL', 'https://portal.school.example', { publicUrl: 'https://portal.school.example' }],
    ['PUBLIC_URL', 'https://Portal.School.example:443/', { publicUrl: 'https://portal.school.example' }],
    ['PUBLIC_URL', 'http://10.1.0.5:3000', { publicUrl: 'http://10.1.0.5:3000' }],
    ['TRUSTED_PROXIES', '10.1.0.7', { trustedProxies: ['10.1.0.7'] }],
    ['TRUSTED_PROXIES', ' 10.1.0.0/16, fd00::/8,', { trustedProxies: ['10.1.0.0/16', 'fd00::/8'] }],
    ['PORTAL_PLAIN', 'pipeline, plans', { disabledSpeedups: ['pipeline', 'plans'] }],
    ['SECURITY_LOG', '/var/log/security.jsonl', { securityLog: '/var/log/security.jsonl' }],
    ['SHUTDOWN_DELAY', '5', { shutdownDelayMs: 5000 }],
    ['DEMO', '0', { demo: false }],
    ['DEMO', '1', { demo: true }],
    ['DEMO_STUDENTS', '5000', { demoStudents: 5000 }],
    ['DEMO_STUDENTS', '1', { demoStudents: 1 }],
    ['DATABASE_URL', url, { databaseUrl: url, demo: false }],
    [
      'DATABASE_URL',
      'postgresql://localhost/portal',
      { databaseUrl: 'postgresql://localhost/portal', demo: false },
    ],
  ])('accept %s=%s', (name, value, config) => {
    covers('decisions 1.settings.database', 'decisions 1.settings.defaults')

    expect(readConfig({ [name]: value })).toEqual({ ...defaults, ...config })
  })

  it('accept a standby only together with its database', () => {
    const replica = 'postgres://portal:secret@standby.example:5432/portal'
    const config = readConfig({ DATABASE_URL: url, DATABASE_REPLICA_URL: replica })
    expect(config).toEqual({ ...defaults, databaseUrl: url, replicaUrl: replica, demo: false })
    expect(() => readConfig({ DATABASE_REPLICA_URL: replica })).toThrow(
      new WrongSetting('DATABASE_REPLICA_URL is a standby of DATABASE_URL, which is not set'),
    )
  })

  it('accept HSTS for subdomains only together with the HTTPS address of the site', () => {
    const site = { PUBLIC_URL: 'https://portal.school.example', HSTS_SUBDOMAINS: '1' }
    expect(readConfig(site)).toMatchObject({ hstsSubdomains: true })
    for (const wrong of [{ HSTS_SUBDOMAINS: '1' }, { ...site, PUBLIC_URL: 'http://10.1.0.5:3000' }]) {
      expect(() => readConfig(wrong)).toThrow(
        new WrongSetting('HSTS_SUBDOMAINS is for an HTTPS address in PUBLIC_URL, which is not set'),
      )
    }
  })

  it('accept DATABASE_MIGRATION_URL only together with DATABASE_URL', () => {
    const owner = 'postgres://owner:secret@db.example:5432/portal'
    const config = readConfig({ DATABASE_URL: url, DATABASE_MIGRATION_URL: owner })
    expect(config).toEqual({ ...defaults, databaseUrl: url, migrationUrl: owner, demo: false })
    expect(() => readConfig({ DATABASE_MIGRATION_URL: owner })).toThrow(
      new WrongSetting('DATABASE_MIGRATION_URL is the owner of the tables of DATABASE_URL, which is not set'),
    )
  })

  it('refuse a pooler', () => {
    expect(() => readConfig({ DATABASE_URL: url, DATABASE_POOLER: 'transaction' })).toThrow(
      new WrongSetting(
        'DATABASE_POOLER is no longer supported: DATABASE_URL leads to PostgreSQL itself, without a pooler',
      ),
    )
  })

  it('create and serve the demo school on a network address only if DEMO=1 is set', () => {
    covers('decisions 1.settings.demo', 'security machine.demo')

    expect(readConfig({ HOST: '0.0.0.0', DEMO: '1' })).toMatchObject({ demo: true, servesDemo: true })
    expect(readConfig({ HOST: '0.0.0.0' })).toMatchObject({ demo: false, servesDemo: false })
    expect(readConfig({ HOST: '0.0.0.0', DEMO: '0' })).toMatchObject({ demo: false, servesDemo: false })
    expect(readConfig({ DEMO: '0' })).toMatchObject({ demo: false, servesDemo: true })
  })

  it('fill a database at DATABASE_URL with the demo school only on request', () => {
    covers('decisions 1.settings.demo')

    expect(readConfig({ DATABASE_URL: url, DEMO: '1' }).demo).toBe(true)
    expect(readConfig({ DATABASE_URL: url }).demo).toBe(false)
  })

  it.each([
    ['PORT', 'http', 'PORT must be a whole number from 0 to 65535, not "http"'],
    ['PORT', '65536', 'PORT must be a whole number from 0 to 65535, not "65536"'],
    ['PORT', '-1', 'PORT must be a whole number from 0 to 65535, not "-1"'],
    ['PORT', '80.5', 'PORT must be a whole number from 0 to 65535, not "80.5"'],
    ['PORT', ' ', 'PORT must be a whole number from 0 to 65535, not " "'],
    ['PORT', '0x50', 'PORT must be a whole number from 0 to 65535, not "0x50"'],
    ...[
      '10.1.0',
      'balancer',
      '10.1.0.0/33',
      '10.1.0.0/',
      '0.0.0.0/0',
      '10.1.0.7 10.1.0.8',
      '10.1.0.0/8/8',
    ].map((wrong) => [
      'TRUSTED_PROXIES',
      wrong,
      `TRUSTED_PROXIES must be addresses or networks such as 10.1.0.0/16, not "${wrong}"`,
    ]),
    ...['2:30', '24:00', '02:60', 'night'].map((wrong) => [
      'BACKUP_TIME',
      wrong,
      `BACKUP_TIME must be a time such as 02:30, not "${wrong}"`,
    ]),
    ['BACKUP_KEEP', '0', 'BACKUP_KEEP must be a whole number from 1 to 3650, not "0"'],
    ...[
      'portal.school.example',
      'ftp://portal.school.example',
      'https://portal.school.example/fees',
      'https://portal.school.example/?a=1',
      'https://portal.school.example/#a',
      'https://it:secret@portal.school.example',
      'https://',
    ].map((wrong) => [
      'PUBLIC_URL',
      wrong,
      'PUBLIC_URL must be the address of the site without a path, such as https://portal.school.example',
    ]),
    ['PORTAL_PLAIN', 'plan', 'PORTAL_PLAIN must be one or more of pipeline, plans, not "plan"'],
    ['DEMO', 'yes', 'DEMO must be 1 or 0, not "yes"'],
    ['DEMO_STUDENTS', '0', 'DEMO_STUDENTS must be a whole number from 1 to 20000, not "0"'],
    ['DEMO_STUDENTS', '20001', 'DEMO_STUDENTS must be a whole number from 1 to 20000, not "20001"'],
    ['DEMO_STUDENTS', 'many', 'DEMO_STUDENTS must be a whole number from 1 to 20000, not "many"'],
    [
      'DATABASE_URL',
      'mysql://localhost/x',
      'DATABASE_URL must be a URL that starts with postgres:// or postgresql://',
    ],
    [
      'DATABASE_URL',
      'localhost:5432',
      'DATABASE_URL must be a URL that starts with postgres:// or postgresql://',
    ],
    [
      'DATABASE_URL',
      'postgres://a b:c',
      'DATABASE_URL must be a URL that starts with postgres:// or postgresql://',
    ],
    [
      'DATABASE_REPLICA_URL',
      'standby.example:5432',
      'DATABASE_REPLICA_URL must be a URL that starts with postgres:// or postgresql://',
    ],
  ])('refuse an invalid value with a one-line message: %s=%s', (name, value, line) => {
    covers('decisions 1.settings.wrong')

    const read = () => readConfig({ [name]: value })
    expect(read).toThrow(WrongSetting)
    expect(read).toThrow(new WrongSetting(line))
    expect(line).not.toContain('\n')
  })

  it('do not print the password of an invalid database URL', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://portal:secret@db/x' })).toThrow(/^(?!.*secret)/)
  })
})
