import { formatIfDate } from './calendar.ts'
import { feePlanLabels } from './fee-plan.ts'
import { studentStates, studentStateWords, type StudentRecord, type StudentState } from './student.ts'

/** The labels of the editable fields, in the words and order of the specification (spec 2.edit-admissions.fields). */
export const recordLabels = {
  admissionDate: 'Admission Date',
  studentName: 'Student Name',
  fatherName: 'Father Name',
  dateOfBirth: 'Date of Birth',
  placeOfBirth: 'Place of Birth',
  gender: 'Gender',
  religion: 'Religion',
  address: 'Address',
  fatherCnic: 'Father CNIC',
  fatherOccupation: 'Father Occupation',
  telephone: 'Mother Phone Number',
  fatherHomePhone: 'Father Phone Number',
  fatherOfficePhone: 'Office/Shop Number',
  fatherEmail: 'Father Email',
  studentClass: 'Class',
  section: 'Section',
} as const satisfies Record<keyof StudentRecord, string>

export type RecordField = keyof typeof recordLabels

/** The labels of fields in the forms (spec 2.edit-admissions.fields, spec 2.edit-vouchers.fields). */
const labels = new Map<string, string>(
  Object.entries({
    ...recordLabels,
    ...feePlanLabels,
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

/** Formats a date or state as text; returns any other value unchanged. */
export function fieldValue(field: string, value: string): string {
  if (field === 'state' && isState(value)) return studentStateWords[value]
  return formatIfDate(value)
}
