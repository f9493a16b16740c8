import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { balanceText } from '#web/kit/balance-text.ts'
import { useStudentAccount, type FamilyMember } from '#web/kit/student-account.ts'
import { StudentSearchField, type StudentAnswer } from '#web/kit/student-combobox.tsx'

type OtherStudent = { readonly typed: string; readonly rollNo: number | null }

export const noOtherStudent: OtherStudent = { typed: '', rollNo: null }

/** Brothers and sisters to offer. */
export type OfFamily = { readonly family: readonly FamilyMember[] }

interface OtherStudentFieldProps extends OfFamily {
  readonly value: OtherStudent
  readonly onChange: (chosen: OtherStudent) => void
  readonly error: ReactNode
}

/** Finds another student: a family member by a button, others by roll number or name. */
export function OtherStudentField({ value, onChange, error, family }: OtherStudentFieldProps) {
  const account = useStudentAccount(value.rollNo)
  const student = account.data
  return (
    <div>
      {family.length > 0 && (
        <Group gap="xs" mb="xs">
          {family.map(({ rollNo, studentName, studentClass }) => (
            <Button
              key={rollNo}
              variant="default"
              size="xs"
              onClick={() => onChange({ typed: String(rollNo), rollNo })}
            >
              {studentName}, {studentClass}
            </Button>
          ))}
        </Group>
      )}
      <StudentSearchField
        label="Other student"
        value={value.typed}
        error={error}
        answer={answerTo(value.rollNo, account)}
        onChange={(typed) => onChange({ typed, rollNo: null })}
        onChosen={(rollNo) =>
          onChange({ ...value, rollNo, ...(rollNo !== null && { typed: String(rollNo) }) })
        }
      />
      {student && (
        <Text>
          {student.studentData.studentName}, class {student.studentData.studentClass}: balance{' '}
          {balanceText(student.balance)}
        </Text>
      )}
    </div>
  )
}

function answerTo(rollNo: number | null, found: ReturnType<typeof useStudentAccount>): StudentAnswer {
  if (rollNo === null) return { state: 'nothing' }
  if (found.isPending) return { state: 'looking' }
  return found.isError ? { state: 'not found', words: found.error.msg } : { state: 'found' }
}
