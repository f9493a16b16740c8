import { inOrderOf, studentHeads } from '#domain/fee-heads.ts'
import { formatRupees } from '#domain/money.ts'
import { netMonthlyFee } from '#domain/voucher-amounts.ts'
import { useStaff } from '#web/api/session.ts'
import { StudentSearchField } from '#web/kit/student-search-field.tsx'
import { AmountField } from '#web/ui/amount-field.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Failed } from '#web/ui/states.tsx'
import { SimpleGrid, Stack } from '@mantine/core'
import type { FormEvent } from 'react'
import { wrongWhileTyping } from './admission-checks.ts'
import { feesOf, type FeeName } from './admission-form.ts'
import { BringBack } from './bring-back.tsx'
import { EditButtons } from './edit-buttons.tsx'
import { feeLabels } from './fee-changes.ts'
import { ReadOnlyField } from './read-only-field.tsx'
import { columns } from './student-step.tsx'
import { StudentPageLink } from './student-page-link.tsx'
import { useFeesEdit } from './use-fees-edit.ts'
import { VoucherRepriced } from './voucher-repriced.tsx'
import { WhatChanges } from './what-changes.tsx'

/** `/edit-vouchers`: a student's fees; the open voucher is re-priced with them (spec 2.edit-vouchers, decisions 3.fees.edit). */
export function EditVoucherScreen() {
  const { campus } = useStaff()
  const edit = useFeesEdit()
  const { lookup, info, sending } = edit
  const student = info?.studentData

  const send = (event: FormEvent) => {
    event.preventDefault()
    void edit.submit()
  }

  return (
    <Screen
      title="Edit student voucher"
      campus={campus}
      lead="Change this student's fees. The unpaid voucher changes too."
      actions={<StudentPageLink rollNo={student?.rollNo} />}
      onLeave={edit.back}
    >
      <form ref={edit.frame} noValidate onSubmit={send} aria-label="Edit student voucher">
        <Stack gap="md">
          <SimpleGrid {...columns}>
            <StudentSearchField {...lookup.field} readOnly={sending} autoFocus />
          </SimpleGrid>
          <BringBack bringBack={edit.bringBack} />
          {lookup.failure && <Failed failure={lookup.failure} retry={() => void lookup.reload()} />}
          <SimpleGrid {...columns}>
            <ReadOnlyField label="Name" value={student?.studentName} />
            <ReadOnlyField label="Father Name" value={student?.fatherName} />
            <ReadOnlyField label="Class" value={student?.studentClass} />
            <ReadOnlyField label="Section" value={student?.section} />
          </SimpleGrid>
          <FeeFields edit={edit} />
          {info && (
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
              <WhatChanges
                title="Fees that will change"
                changes={edit.changes}
                nothing="No fee is changed yet."
                figures
              />
              <VoucherRepriced open={edit.open} effect={edit.effect} />
            </SimpleGrid>
          )}
          <EditButtons edit={edit} sending={sending} ready={info !== null && edit.ready} />
        </Stack>
      </form>
    </Screen>
  )
}

/** The fees in the order of the specification (spec 2.edit-vouchers.fields). */
const fieldNames = inOrderOf('feesForm', studentHeads).map(({ key }) => key)

function FeeFields({ edit }: { readonly edit: ReturnType<typeof useFeesEdit> }) {
  const { info, form, errors, change, sending } = edit
  const marked: Readonly<Record<string, string>> = { ...wrongWhileTyping(form), ...errors }
  const field = (name: FeeName) => (
    <AmountField
      key={name}
      name={name}
      label={feeLabels[name]}
      value={info ? form[name] : ''}
      onChange={(typed) => change({ [name]: typed })}
      error={marked[name]}
      required
    />
  )
  return (
    <fieldset className="plain-fieldset" disabled={!info || sending}>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md" verticalSpacing="sm">
        {fieldNames.map(field)}
        <AmountField
          label="Net Monthly Fee"
          value={info ? formatRupees(netMonthlyFee(feesOf(form))) : ''}
          readOnly
        />
      </SimpleGrid>
    </fieldset>
  )
}
