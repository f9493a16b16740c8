import type { StudentRecord } from './student.ts'

/** The editable fields by the names of the specification, in its order (spec 2.edit-admissions.fields). */
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
