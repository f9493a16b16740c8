// The import of a school's own Excel or register (decision record 63): its kinds, the fields of each, the office's
// answers about the file, and the plan that follows from it. plan.ts makes the plan.

import type { CalendarDate } from '#domain/calendar.ts'
import { contactFields } from '#domain/contacts.ts'
import type { MonthlyFee } from '#domain/fee.ts'
import { fieldLabel } from '#domain/field-label.ts'
import type { Money } from '#domain/money.ts'
import type { Gender, SchoolClass, Section } from '#domain/school.ts'
import type { StudentRecord, StudentState } from '#domain/student.ts'

/** The rows are stored, checked, or in the books; the operator withdrew them; or the import expired unfinished. */
export const importStates = ['stored', 'checked', 'applied', 'withdrawn', 'expired'] as const
export type ImportState = (typeof importStates)[number]

/** The kinds: new students with fees and dues; dues of students without a voucher; fees; or contacts and sections. */
export const importKinds = ['students', 'balances', 'fees', 'contacts'] as const
export type ImportKind = (typeof importKinds)[number]

/** The names of the kinds in headings on screens and paper. */
export const importKindWords: Readonly<Record<ImportKind, string>> = {
  students: 'Students',
  balances: 'Opening balances',
  fees: 'Fees',
  contacts: 'Contacts',
}

/** Every field that a column can hold. */
export const importFields = [
  'rollNo',
  'oldNumber',
  'studentName',
  'fatherName',
  'dateOfBirth',
  'gender',
  'studentClass',
  'section',
  'monthlyFee',
  'discount',
  'balance',
  'admissionDate',
  'placeOfBirth',
  'religion',
  ...contactFields,
] as const
export type ImportField = (typeof importFields)[number]

/** Returns the name of a field in the template and on the screens. */
export const importFieldLabel = (field: ImportField): string =>
  field === 'balance' ? 'Opening Balance' : fieldLabel(field)

/** The fields by which a row finds a student who is in the portal. */
export const identifyingFields = ['rollNo', 'oldNumber', 'studentName', 'fatherName', 'dateOfBirth'] as const

/** The fields that a column of each kind can hold, in the order of the template. */
export const fieldsOfKind: Readonly<Record<ImportKind, readonly ImportField[]>> = {
  students: importFields,
  balances: [...identifyingFields, 'balance'],
  fees: [...identifyingFields, 'monthlyFee', 'discount'],
  contacts: [...identifyingFields, 'section', ...contactFields],
}

/** The maximum number of rows of one import, and of columns of a row; a larger file has to be divided. */
export const mostImportRows = 10_000
export const mostImportColumns = 60
/** The maximum bytes of a table as sent; a file of 100 MB (files/table-file.ts) has no more text in that many cells. */
export const mostTableBytes = 64_000_000
/** The maximum length of a cell as sent; a longer text is cut after one more character, and its row is refused. */
export const longestCell = 500

/** The meaning of 03/04/2015: the 3rd of April or the 4th of March. */
export const dateOrders = ['day first', 'month first'] as const
export type DateOrder = (typeof dateOrders)[number]

/** The meaning of -7,500 in the balance column: the child paid in advance, or the child owes. */
export const balanceSigns = ['minus is paid ahead', 'minus is owed'] as const
export type BalanceSign = (typeof balanceSigns)[number]

/** The roll numbers of the students: the numbers of the file, or the next free numbers. */
export const numberings = ['keep', 'new'] as const
export type Numbering = (typeof numberings)[number]

/** The portal's values for texts in a file. */
export interface ChosenValues {
  readonly studentClass: Readonly<Record<string, SchoolClass>>
  readonly section: Readonly<Record<string, Section>>
  readonly gender: Readonly<Record<string, Gender>>
}
/** The fields whose values are chosen from a list. */
export const listedFields = ['studentClass', 'section', 'gender'] as const satisfies readonly (ImportField &
  keyof ChosenValues)[]
export type ListedField = (typeof listedFields)[number]

/** The office's answers about a file. */
export interface ImportSettings {
  /** The field of each column; null for a column that is left out. */
  readonly columns: readonly (ImportField | null)[]
  /** The office's choices for values that cannot be read: the value of the portal by the trimmed text of the file. */
  readonly values: ChosenValues
  readonly dateOrder: DateOrder | null
  readonly balanceSign: BalanceSign | null
  readonly numbering: Numbering | null
  /** The day of the balances, which is the last day of a month. */
  readonly asOf: CalendarDate | null
  /**
   * The roll number of the student whom a row in doubt is about, by the number of the row; null for a new child.
   * Missing in settings that earlier versions stored.
   */
  readonly children?: Readonly<Record<string, number | null>> | undefined
}

/** A row of the file. */
export interface GivenRow {
  /** The number in the file, by which a person finds the row again: the first row is 1. */
  readonly rowNo: number
  /** The texts in the order of the columns. */
  readonly cells: readonly string[]
  /** True if the office left the row out. */
  readonly leftOut: boolean
}

/** A student of the campus, with the facts that an import needs. */
export interface KnownStudent extends StudentRecord {
  readonly rollNo: number
  readonly oldNumber: string
  readonly state: StudentState
  /** The monthly fee in force; paisa. */
  readonly fee: MonthlyFee
  /** The balance brought in by an opening voucher; null if there is none. */
  readonly openingBalance: Money | null
  /** True if the student has any voucher, including an opening voucher. */
  readonly hasVouchers: boolean
  /** True if the caller received money on the latest voucher. */
  readonly isOwnMoney: boolean
}

/** The effect of a row when the import is applied; amounts in paisa. */
export type RowAction =
  | {
      readonly kind: 'admit'
      readonly rollNo: number
      readonly oldNumber: string
      readonly record: StudentRecord
      readonly fee: MonthlyFee
      /** Negative if the student paid in advance. */
      readonly balance: Money
    }
  | {
      readonly kind: 'bring balance'
      readonly rollNo: number
      readonly studentClass: SchoolClass
      readonly section: Section
      readonly balance: Money
    }
  | {
      readonly kind: 'change fee'
      readonly rollNo: number
      readonly before: MonthlyFee
      readonly after: MonthlyFee
    }
  | {
      readonly kind: 'edit record'
      readonly rollNo: number
      readonly before: StudentRecord
      readonly after: StudentRecord
    }

export const rowOutcomes = ['new', 'changed', 'same', 'refused', 'left out'] as const
export type RowOutcome = (typeof rowOutcomes)[number]

/** An error in a row, or a warning about a possible error. */
export interface RowProblem {
  /** Groups the rows with the same problem, such as `class-unknown`. */
  readonly code: string
  /** The field with the value; null for the row as a whole. */
  readonly field: ImportField | null
  /** The problem as text for the office, with the value: `"11th" is not a class of the school`. */
  readonly message: string
  /** A warning does not refuse the row. */
  readonly isWarning: boolean
}

/** The code of a line in a register that was numbered in advance and has no child in it. */
export const rowEmpty = 'row-empty'

/** A row of the plan. */
export interface PlannedRow {
  readonly rowNo: number
  readonly outcome: RowOutcome
  /** The roll number of the student, which a new student gets; null if the row is refused or left out. */
  readonly rollNo: number | null
  readonly problems: readonly RowProblem[]
  /** Empty if nothing is to be written. */
  readonly actions: readonly RowAction[]
}

/** The questions that a file may leave open. */
export const importQuestions = ['date order', 'balance sign', 'numbering', 'as of'] as const

/** A question that the file leaves open, with the row that raises it. */
export interface OpenQuestion {
  readonly about: (typeof importQuestions)[number]
  readonly rowNo: number
  /** The name of the child in the row. */
  readonly studentName: string
  /** The value in doubt, as it is in the file. */
  readonly value: string
}

/** A row whose child is in doubt, with descriptions of the students that the child may be. */
export interface RowInDoubt {
  readonly rowNo: number
  readonly child: string
  /** The reason for the doubt. */
  readonly message: string
  readonly students: readonly { readonly rollNo: number; readonly words: string }[]
  readonly mayBeNew: boolean
}

/** A value of a listed field that cannot be read; the office chooses its meaning once. */
export interface UnknownValue {
  readonly field: ListedField
  readonly value: string
  readonly rows: number
}

/** The number of rows by outcome; `warned` is the number of imported rows with a warning. */
export interface ImportCounts extends Readonly<
  Record<'new' | 'changed' | 'same' | 'refused' | 'leftOut', number>
> {
  readonly warned: number
}

/** The sums to compare with the old books, over the rows that are imported or in the portal already; in paisa. */
export interface ImportSums {
  readonly classes: readonly {
    readonly studentClass: SchoolClass
    readonly section: Section
    readonly students: number
    readonly monthlyFees: Money
  }[]
  readonly students: number
  /** Net of discounts. */
  readonly monthlyFees: Money
  readonly openingDues: Money
  /** The sum as a positive amount. */
  readonly openingAdvances: Money
  /** The number of new children whose record lacks a field of `mayBeMissing`. */
  readonly incomplete: number
}

/** Rows with the same problem. */
export interface ProblemGroup {
  readonly code: string
  readonly field: ImportField | null
  /** The message of the first row. */
  readonly message: string
  readonly isWarning: boolean
  /** The numbers of the rows in the file. */
  readonly rows: readonly number[]
}

/** The effect of applying the import. */
export interface ImportPlan {
  readonly rows: readonly PlannedRow[]
  /** Rows with an open question, or an unknown value, are refused. */
  readonly questions: readonly OpenQuestion[]
  readonly unknownValues: readonly UnknownValue[]
  /** A row in doubt is refused until the office chooses its child; rows that were answered are listed too. */
  readonly doubts: readonly RowInDoubt[]
  readonly counts: ImportCounts
  readonly sums: ImportSums
  readonly problems: readonly ProblemGroup[]
}

/** The facts from which a plan is made. */
export interface ImportSources {
  readonly kind: ImportKind
  readonly settings: ImportSettings
  readonly rows: readonly GivenRow[]
  readonly students: readonly KnownStudent[]
  /** The greatest roll number of the campus. */
  readonly lastRollNo: number
  /** The last day on which the books are closed, after which a balance has to be dated; null if no day is closed. */
  readonly closedUntil: CalendarDate | null
  /** A second person has to approve lowering a net fee by more than this; null without a limit or a second person. */
  readonly feeLimit: Money | null
  readonly today: CalendarDate
}
