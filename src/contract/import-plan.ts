// The office's answers about a file, and the reply of an import check (domain/import/import.ts).

import { z } from 'zod/mini'
import {
  balanceSigns,
  dateOrders,
  importFields,
  importQuestions,
  listedFields,
  longestCell,
  mostImportColumns,
  numberings,
} from '#domain/import/import.ts'
import { genders } from '#domain/school.ts'
import { schoolClass, section } from './fields.ts'
import { date, money } from './wire.ts'

const field = z.enum(importFields, 'Choose a field from the list')
const textOfFile = (longest: number, statedLimit = longest) =>
  z.string().check(
    z.maxLength(longest, `At most ${statedLimit} characters`),
    z.refine(
      (value) => !value.includes('\0') && !/\p{Cs}/u.test(value),
      'Has characters that cannot be saved',
    ),
  )

/** Any content of a cell, because a rule refuses its row, not the file. One extra character shows that it was cut. */
export const importCell = textOfFile(longestCell + 1, longestCell)
/** A heading may be joined from two rows, and gets a number if it occurs twice. */
export const importHeading = textOfFile(2 * longestCell + 20)

/** A read-only list. */
export const list = <S extends z.ZodMiniType>(schema: S) => z.readonly(z.array(schema))

const orNull = <S extends z.ZodMiniType>(schema: S) => z._default(z.nullable(schema), null)

/** The office's answers about a file (domain/import/import.ts ImportSettings). */
export const importSettings = z.object({
  columns: z.readonly(z.array(z.nullable(field)).check(z.maxLength(mostImportColumns))),
  values: z.object({
    studentClass: z.record(importCell, schoolClass),
    section: z.record(importCell, section),
    gender: z.record(importCell, z.enum(genders)),
  }),
  dateOrder: orNull(z.enum(dateOrders)),
  balanceSign: orNull(z.enum(balanceSigns)),
  numbering: orNull(z.enum(numberings)),
  asOf: orNull(date),
  children: z.optional(z.record(z.string().check(z.regex(/^\d{1,7}$/, 'Not a row')), z.nullable(z.number()))),
})

/** The number of rows by outcome. */
export const importCounts = z.object({
  new: z.number(),
  changed: z.number(),
  same: z.number(),
  refused: z.number(),
  leftOut: z.number(),
  warned: z.number(),
})

/** An error or a warning about a row. */
export const importRowProblem = z.object({
  code: z.string(),
  field: z.nullable(field),
  message: z.string(),
  isWarning: z.boolean(),
})

/** The effect of applying the import (domain/import/import.ts ImportPlan). */
export const importPlan = z.object({
  msg: z.string(),
  questions: list(
    z.object({
      about: z.enum(importQuestions),
      rowNo: z.number(),
      studentName: z.string(),
      value: z.string(),
    }),
  ),
  unknownValues: list(
    z.object({
      field: z.enum(listedFields),
      value: z.string(),
      rows: z.number(),
    }),
  ),
  doubts: list(
    z.object({
      rowNo: z.number(),
      child: z.string(),
      message: z.string(),
      students: list(z.object({ rollNo: z.number(), words: z.string() })),
      mayBeNew: z.boolean(),
    }),
  ),
  counts: importCounts,
  sums: z.object({
    classes: list(z.object({ studentClass: schoolClass, section, students: z.number(), monthlyFees: money })),
    students: z.number(),
    monthlyFees: money,
    openingDues: money,
    openingAdvances: money,
    incomplete: z.number(),
  }),
  problems: list(
    z.object({
      code: z.string(),
      field: z.nullable(field),
      message: z.string(),
      isWarning: z.boolean(),
      rows: list(z.number()),
    }),
  ),
})
export type ImportPlanReply = z.output<typeof importPlan>
