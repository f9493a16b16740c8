// Calls of every endpoint with valid values, for tests that iterate over the contract.

import type { Endpoint } from '#contract/endpoint.ts'
import { z } from 'zod'
import { anAdmission } from './builders.ts'
import { password, type Answer, type Caller } from './school.ts'
import { appSecret, codeAt, codesOf } from './second-factors.ts'

const samples: Readonly<Record<string, string>> = {
  rollNo: '1',
  voucherId: '5Red1adm',
  monthNumber: '11',
  fromDate: '2026-12-01',
  receivedDate: '2026-11-21',
  type: 'all',
  paidStatus: 'all',
  status: 'all',
  dataType: 'all',
  format: 'csv',
  studentClass: '5',
  section: 'Red',
  receiptNo: '1',
  adjustmentNo: '1',
  requestNo: '1',
  closingNo: '1',
  toDate: '2026-12-31',
  runNo: '1',
  voucherNo: '5Red1-202611',
  month: '11',
  whose: 'all',
  until: '2026-10-31',
  userId: 'viewer@main.test',
  importNo: '1',
  outcome: 'all',
  what: 'students',
}

/** The reply of an endpoint as other clients get it: amounts in rupees, dates as text. Throws where the contract refuses it. */
export function replyOf<E extends Endpoint>({ reply }: E, body: unknown): z.input<E['reply']> {
  return z.encode(reply, reply.parse(body)) as z.input<E['reply']>
}

/** The path of an endpoint with its parameters filled in: with the named values, otherwise with sample values. */
export const sampleUrl = (
  { path }: Endpoint,
  campus: string,
  named: Readonly<Record<string, string>> = {},
): string =>
  path.replace(/:(\w+)\??/g, (_, name: string) => {
    const value = name === 'campus' ? campus : (named[name] ?? samples[name])
    if (value === undefined) throw new Error(`Add a sample value for ${name}`)
    return encodeURIComponent(value)
  })

const { studentData, financialData } = anAdmission()

/** A body that contains the fields of every endpoint. */
export const sampleBody = {
  studentData: { ...studentData, rollNo: 1 },
  financialData,
  newFee: { ...financialData, monthlyFee: 5500 },
  rollNo: 1,
  fromDate: '2026-12-01',
  receivedAmount: 100,
  rollNumber: 1,
  examinationFee: 100,
  rollNos: [1],
  keepYears: 2,
  classToPromote: '5',
  isGraduation: false,
  graduated: false,
  userId: 'new@main.test',
  name: 'New Clerk',
  role: 'read',
  disabled: true,
  currentPassword: password,
  secret: appSecret,
  code: codeAt(new Date('2026-11-21T09:00:00+05:00')),
  recoveryCodes: codesOf('a'),
  credentialId: 'AAAA',
  passkey: {
    id: 'AAAA',
    rawId: 'AAAA',
    type: 'public-key',
    response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
  },
  newPassword: 'another-password',
  reason: 'Wrong due date',
  expectedCount: 1,
  expectedAmount: 4500,
  dueDate: '2026-12-20',
  until: '2026-10-31',
  backDays: 3,
  approvalLimit: 5000,
  rights: ['receive'],
  note: 'Seen the letter',
  act: 'lowerDebt',
  params: { campus: 'Main Campus', rollNo: 1 },
  password,
  token: 'A'.repeat(43),
  body: { kind: 'waiver', amount: 100, reason: 'Agreed' },
  kind: 'write-off',
  amount: 100,
  toRollNo: 2,
  counted: 100,
  depositedDate: '2026-11-21',
  account: 'HBL 0123',
  slip: 'DS 4411',
  cash: 100,
  typed: 'Ayesha',
  method: 'bank',
  reference: 'DS 77',
  what: 'students',
  fileName: 'register.xlsx',
  fileHash: '0'.repeat(64),
  headings: ['Student Name'],
  rowCount: 1,
  classes: [{ studentClass: '5', monthlyFee: 4500 }],
  rows: [{ rowNo: 2, cells: ['Ayesha Khan'] }],
  settings: {
    columns: ['studentName'],
    values: { studentClass: {}, section: {}, gender: {} },
    dateOrder: null,
    balanceSign: null,
    numbering: null,
    asOf: null,
  },
  cell: { rowNo: 2, column: 0, value: 'Ayesha' },
  expected: { new: 0, changed: 0, leftOut: 0 },
}

/** Calls an endpoint with sample values. */
export const sendSampleCall = (
  caller: Caller,
  endpoint: Endpoint,
  campus: string,
  body: object = sampleBody,
): Promise<Answer> =>
  endpoint.method === 'GET'
    ? caller.get(sampleUrl(endpoint, campus))
    : caller.post(sampleUrl(endpoint, campus), body)
