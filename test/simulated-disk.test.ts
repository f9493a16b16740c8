// @module-tag gate

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { seeded } from './seeded.ts'
import { cutPower, flipBit, type DiskOp, type PowerCut } from './simulated-disk.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'school-disk-'))
  mkdirSync(join(folder, 'base'))
  writeFileSync(join(folder, 'base', '1'), 'a'.repeat(2048))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

type LogEntry = DiskOp extends infer One ? (One extends DiskOp ? Omit<One, 'place'> : never) : never

const entries = (...all: LogEntry[]): DiskOp[] => all.map((one, place) => ({ ...one, place }))
const cut = (ops: readonly DiskOp[], overrides: Partial<PowerCut> = {}, seed = 1) =>
  cutPower(
    folder,
    { ops, recorded: '/recorded' },
    { after: ops.length, honestUntil: ops.length, unsynced: 'dropped', ...overrides },
    seeded(seed),
  )
const file = (name = '1') => readFileSync(join(folder, 'base', name), 'utf8')
const exists = (name: string) => existsSync(join(folder, 'base', name))

const open = { op: 'open', path: '/recorded/base/1', fd: 5, truncates: false } as const
const write = (char: string, at = 0, size = 1024) =>
  ({ op: 'write', fd: 5, at, bytes: Buffer.alloc(size, char) }) as const
const sync = { op: 'sync', fd: 5 } as const

it('keeps synced writes and drops unsynced writes', () => {
  cut(entries(open, write('b'), sync, write('c', 1024)))
  expect(file()).toBe('b'.repeat(1024) + 'a'.repeat(1024))
})

it('drops writes that the disk falsely confirmed as synced', () => {
  cut(entries(open, write('b'), sync, write('c', 1024), sync), { honestUntil: 3 })
  expect(file()).toBe('b'.repeat(1024) + 'a'.repeat(1024))
})

it('tears the last write at a sector boundary, and keeps the writes before it', () => {
  const lengths = Array.from({ length: 40 }, (_, seed) => {
    writeFileSync(join(folder, 'base', '1'), 'a'.repeat(2048))
    cut(entries(open, write('b'), write('c', 1024)), { unsynced: 'torn' }, seed)
    expect(file()).toMatch(/^b{1024}c*a*$/)
    return file().split('c').length - 1
  })
  expect([...new Set(lengths)].toSorted((one, other) => one - other)).toEqual([0, 512, 1024])
})

it('keeps arbitrary sectors of unsynced writes if they are reordered', () => {
  const contents = Array.from({ length: 100 }, (_, seed) => {
    writeFileSync(join(folder, 'base', '1'), 'a'.repeat(2048))
    cut(entries(open, write('b'), write('c', 1024)), { unsynced: 'reordered' }, seed)
    return file().replaceAll(/(.)\1{511}/g, '$1')
  })
  expect(new Set(contents).size).toBeGreaterThan(10)
})

it('keeps the size and the names of the last sync, and any number of later changes in order', () => {
  const created = { op: 'create', path: '/recorded/base/2' } as const
  const renamed = { op: 'rename', path: '/recorded/base/1', to: '/recorded/base/3' } as const
  const names = Array.from({ length: 40 }, (_, seed) => {
    rmSync(join(folder, 'base', '2'), { force: true })
    rmSync(join(folder, 'base', '3'), { force: true })
    writeFileSync(join(folder, 'base', '1'), 'a')
    cut(entries(open, write('b', 0, 2), sync, created, renamed), {}, seed)
    expect(file(exists('1') ? '1' : '3')).toBe('bb')
    return ['1', '2', '3'].filter(exists).join(' ')
  })
  expect([...new Set(names)].toSorted()).toEqual(['1', '1 2', '2 3'])
})

it('keeps a removed file removed, and separate from a new file of the same name', () => {
  const removed = { op: 'unlink', path: '/recorded/base/1' } as const
  const created = { op: 'create', path: '/recorded/base/1' } as const
  cut(entries(removed, created, open, write('n', 0, 3), sync))
  expect(file()).toBe('nnn')
  cut(entries(removed, { op: 'sync', fd: 9 }))
  expect(exists('1')).toBe(false)
})

it('keeps a truncated file truncated, even if it grows again', () => {
  cut(entries(open, { op: 'truncate', fd: 5, size: 1 }, write('z', 3, 1), sync))
  expect(file()).toBe('a\0\0z')
})

it('flips one bit', () => {
  writeFileSync(join(folder, 'base', '1'), Buffer.alloc(16))
  flipBit(join(folder, 'base', '1'), seeded(3))
  const ones = [...readFileSync(join(folder, 'base', '1'))].flatMap((byte) => Array.from(byte.toString(2)))
  expect(ones.filter((digit) => digit === '1')).toHaveLength(1)
})
