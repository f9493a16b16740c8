import type { Role } from '#domain/roles.ts'
import type { SchoolClass } from '#domain/school.ts'

export type CampusName = 'Main Campus' | 'City Campus'

export interface DemoStaff {
  readonly userId: string
  readonly name: string
  readonly role: Role
}

export interface DemoCampus {
  readonly name: CampusName
  readonly seed: number
  /** The number of the first family, so that no two families of the school share a card or a telephone. */
  readonly familiesFrom: number
  /** Rupees a month above the fee plan. */
  readonly surcharge: number
  /** The classes whose vouchers of the current month are not posted. */
  readonly unpostedClasses: readonly SchoolClass[]
  /** True if the next voucher of classes 9 and 10 will charge an examination fee. */
  readonly examinationCharged: boolean
  /** True if the rules that an auditor expects are set. */
  readonly isAudited: boolean
  readonly admin: DemoStaff
  readonly office: DemoStaff
  readonly desk: DemoStaff
  readonly viewer: DemoStaff
}

/** Green Valley School (decisions 1.demo): two campuses, each with its own families, fees and pending work. */
export const demoSchool = { name: 'Green Valley School', taxNumber: '1234567-8' } as const

export const demoPassword = 'school-demo'

export const demoCampuses: readonly DemoCampus[] = [
  {
    name: 'Main Campus',
    seed: 19_470_814,
    familiesFrom: 0,
    surcharge: 0,
    unpostedClasses: ['9', '10'],
    examinationCharged: false,
    isAudited: false,
    admin: { userId: 'admin@main.demo', name: 'Shahida Parveen', role: 'admin' },
    office: { userId: 'office@main.demo', name: 'Rabia Aslam', role: 'readwrite' },
    desk: { userId: 'desk@main.demo', name: 'Kashif Mehmood', role: 'write' },
    viewer: { userId: 'viewer@main.demo', name: 'Tahira Noor', role: 'read' },
  },
  {
    name: 'City Campus',
    seed: 19_651_906,
    familiesFrom: 500_000,
    surcharge: 500,
    unpostedClasses: ['Play Group', 'Hifz'],
    examinationCharged: true,
    isAudited: true,
    admin: { userId: 'admin@city.demo', name: 'Imran Qureshi', role: 'admin' },
    office: { userId: 'office@city.demo', name: 'Waqas Anjum', role: 'readwrite' },
    desk: { userId: 'desk@city.demo', name: 'Saima Rafiq', role: 'write' },
    viewer: { userId: 'viewer@city.demo', name: 'Junaid Sarwar', role: 'read' },
  },
]
