import { StudentStateChip } from '#web/kit/student-state.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Stack } from '@mantine/core'
import { useMemo } from 'react'
import { accountLines } from './account-lines.ts'
import { AccountTable } from './account-table.tsx'
import { StudentActions } from './student-actions.tsx'
import { StudentFees } from './student-fees.tsx'
import { StudentHistory } from './student-history.tsx'
import './student-page.css'
import { StudentRecord } from './student-record.tsx'
import { StudentSheet } from './student-sheet.tsx'
import type { StudentTold } from './student-told.ts'
import { UnpaidMonths } from './unpaid-months.tsx'

/** All that the office knows of a student, below the name. */
export function StudentPage({ told }: { readonly told: StudentTold }) {
  const { studentData: student, monthlyFeeData: fees, unpaid, account } = told
  const lines = useMemo(() => accountLines(account), [account])
  return (
    <>
      <Stack gap="md" className="no-print">
        <Facts
          laidOut="line"
          facts={[
            { label: 'Father Name', value: <bdi>{student.fatherName}</bdi> },
            { label: 'Class', value: student.studentClass },
            { label: 'Section', value: student.section },
            { label: 'Roll No.', value: student.rollNo },
            { label: 'State', value: <StudentStateChip state={student.state} on={student.removalDate} /> },
          ]}
        />
        <StudentActions rollNo={student.rollNo} state={student.state} />
        <div className="student-parts">
          <UnpaidMonths unpaid={unpaid} balance={told.balance} />
          <AccountTable lines={lines} />
          <StudentFees fees={fees} planned={told.plannedFees} />
          <StudentRecord student={student} />
        </div>
        <StudentHistory rollNo={student.rollNo} />
      </Stack>
      <StudentSheet told={told} />
    </>
  )
}
