import { formatIfDate } from './calendar.ts'
import { recordLabels } from './record-labels.ts'
import { studentStates, studentStateWords, type StudentState } from './student.ts'

/** Fields as the forms label them (spec 2.edit-admissions.fields, spec 2.edit-vouchers.fields). */
const labels = new Map<string, string>(
  Object.entries({
    ...recordLabels,
    admissionNo: 'Admission No.',
    registrationNo: 'Registration No.',
    rollNo: 'Roll No.',
    admissionClass: 'Class of admission',
    monthlyFee: 'Monthly Tuition Fee',
    removalDate: 'Last day',
    userId: 'User id',
    importNo: 'Import No.',
    what: 'Import of',
    openings: 'Opening balances',
  }),
)

const inWords = (field: string): string =>
  field.replace(/^./, (first) => first.toUpperCase()).replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')

/** `fatherName` is `Father Name`. */
export const fieldLabel = (field: string): string => labels.get(field) ?? inWords(field)

const isState = (value: string): value is StudentState => studentStates.some((state) => state === value)

/** A value of the history as a person reads it: dates and states in words, amounts as they come. */
export function fieldValue(field: string, value: string): string {
  if (field === 'state' && isState(value)) return studentStateWords[value]
  return formatIfDate(value)
}
