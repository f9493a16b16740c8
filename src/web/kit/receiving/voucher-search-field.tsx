import { CloseButton, Group, Loader, Text, TextInput } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import type { FormEvent, Ref } from 'react'
import { comboboxInput, StudentCombobox } from '#web/kit/student-combobox.tsx'
import { StudentsFoundNote } from '#web/kit/student-notes.tsx'
import { useStudentList } from '#web/kit/use-student-list.ts'
import { studentSoughtAtCounter, type SearchAnswer } from '#web/kit/use-voucher-search.ts'
import { useIsSlow } from '#web/ui/states.tsx'

interface VoucherSearchFieldProps {
  readonly label?: string
  /** Null for none. */
  readonly description?: string | null
  readonly value: string
  readonly onChange: (typed: string) => void
  /** Called on Enter from the clerk or a bar code scanner. */
  readonly onEnter: () => void
  /** Called with a student who was chosen by name, CNIC or phone. */
  readonly onStudent: (rollNo: number) => void
  readonly answer: SearchAnswer
  readonly readOnly: boolean
  readonly ref: Ref<HTMLInputElement>
}

/** The search field of receipt screens: roll number, voucher number typed or scanned, or name; shows the result. */
export function VoucherSearchField({
  label = 'Roll No. or Voucher No.',
  description = 'Type a roll number or a name, or scan the bar code of the voucher',
  value,
  onChange,
  onEnter,
  onStudent,
  answer,
  readOnly,
  ref,
}: VoucherSearchFieldProps) {
  const list = useStudentList(readOnly ? '' : studentSoughtAtCounter(value), ({ rollNo }) =>
    onStudent(rollNo),
  )
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!readOnly) onEnter()
  }
  return (
    <form role="search" onSubmit={submit}>
      <StudentCombobox list={list}>
        <TextInput
          {...comboboxInput(list)}
          ref={ref}
          label={label}
          description={description}
          placeholder="Number, name or scan"
          onKeyDown={(event) => void list.takeKey(event)}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          readOnly={readOnly}
          maxLength={120}
          size="md"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          rightSection={
            value !== '' && !readOnly ? (
              <CloseButton aria-label="Clear the number" tabIndex={-1} onClick={() => onChange('')} />
            ) : null
          }
        />
      </StudentCombobox>
      {list.state === 'off' ? (
        <SearchIndicator answer={answer} />
      ) : (
        <Group role="status" mih={26} gap={6} mt={4} wrap="nowrap">
          <StudentsFoundNote list={list} />
        </Group>
      )}
    </form>
  )
}

function SearchIndicator({ answer }: { readonly answer: SearchAnswer }) {
  return (
    <Group role="status" mih={26} gap={6} mt={4} wrap="nowrap">
      {answer.state === 'looking' && <LookingUp />}
      {answer.state === 'found' && (
        <>
          <IconCircleCheck size={18} color="var(--portal-paid)" aria-hidden />
          <Text size="sm" c="var(--portal-paid)">
            Voucher found
          </Text>
        </>
      )}
      {answer.state === 'not found' && (
        <>
          <IconCircleX size={18} color="var(--mantine-color-error)" aria-hidden />
          <Text size="sm" c="var(--mantine-color-error)" fw={600}>
            {answer.words}
          </Text>
        </>
      )}
    </Group>
  )
}

function LookingUp() {
  return useIsSlow() ? (
    <>
      <Loader size={14} aria-hidden />
      <Text size="sm" c="dimmed">
        Searching…
      </Text>
    </>
  ) : null
}
