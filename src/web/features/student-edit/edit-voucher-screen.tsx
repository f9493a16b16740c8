import { SimpleGrid, Stack } from '@mantine/core'
import { inOrderOf, studentHeads } from '#domain/fee-heads.ts'
import { formatRupees } from '#domain/money.ts'
import { netMonthlyFee } from '#domain/voucher-amounts.ts'
import { useStaff } from '#web/api/session.ts'
import { ReasonField } from '#web/kit/approval/reason-field.tsx'
import {
  BringBack,
  EditButtons,
  ReadOnlyField,
  StudentPageLink,
  WhatChanges,
} from '#web/kit/student-form/edit-parts.tsx'
import { feeLabels } from '#web/kit/student-form/fee-changes.ts'
import { columns } from '#web/kit/student-form/student-fields.tsx'
import { errorsWhileTyping, feesOf, type FeeName } from '#web/kit/student-form/student-form.ts'
import { StudentSearchField } from '#web/kit/student-search-field.tsx'
import { AmountField } from '#web/ui/amount-field.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Failed } from '#web/ui/states.tsx'
import { useFeesEdit } from './use-fees-edit.ts'
import { VoucherRepriced } from './voucher-repriced.tsx'

/** `/edit-vouchers`: changes a student's fees and re-prices the open voucher (spec 2.edit-vouchers, decisions 3.fees.edit). */
export function EditVoucherScreen() {
  const { campus } = useStaff()
  const edit = useFeesEdit()
  const { form, lookup, info } = edit
  const student = info?.studentData

  return (
    <Screen
      title="Edit student voucher"
      campus={campus}
      lead="Change this student's fees. The unpaid voucher changes too."
      actions={<StudentPageLink rollNo={student?.rollNo} />}
      onLeave={edit.leave}
    >
      <form {...form.frame} aria-label="Edit student voucher">
        <Stack gap="md">
          <SimpleGrid {...columns}>
            <StudentSearchField {...lookup.field} readOnly={form.sending} autoFocus />
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
          <EditButtons leave={edit.leave} sending={form.sending} ready={info !== null && edit.ready} />
        </Stack>
      </form>
    </Screen>
  )
}

/** The fields in the order of the specification (spec 2.edit-vouchers.fields). */
const fieldNames = inOrderOf('feesForm', studentHeads).map(({ key }) => key)

function FeeFields({ edit }: { readonly edit: ReturnType<typeof useFeesEdit> }) {
  const { info, fields, form } = edit
  const { values, errors } = fields
  const marked = { ...errorsWhileTyping(values), ...errors }
  const input = (name: FeeName) => (
    <AmountField
      key={name}
      {...fields.field(name)}
      label={feeLabels[name]}
      value={info ? values[name] : ''}
      error={marked[name]}
      required
    />
  )
  return (
    <fieldset className="plain-fieldset" disabled={!info || form.sending}>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md" verticalSpacing="sm">
        {fieldNames.map(input)}
        <AmountField
          label="Net Monthly Fee"
          value={info ? formatRupees(netMonthlyFee(feesOf(values))) : ''}
          readOnly
        />
        {info && <ReasonField {...fields.field('reason')} isNeeded={edit.needsReason} />}
      </SimpleGrid>
    </fieldset>
  )
}
