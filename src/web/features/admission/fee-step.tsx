import { Fieldset, Group, SimpleGrid, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { usualFees } from '#contract/admission.ts'
import { byHead, monthlyHeads, nameInSentence, oneTimeHeads, studentHeads } from '#domain/fee-heads.ts'
import { formatRupees, less, type Money } from '#domain/money.ts'
import type { Reply } from '#web/api/call.ts'
import { MethodFields } from '#web/kit/receiving/method-fields.tsx'
import { rupeesText } from '#web/kit/student-account.ts'
import { FeeFields, netOf } from '#web/kit/student-form/student-fields.tsx'
import { feesOf } from '#web/kit/student-form/student-form.ts'
import { VoucherDateFields } from '#web/kit/voucher-date-fields.tsx'
import { AmountField } from '#web/ui/amount-field.tsx'
import { Rupees } from '#web/ui/rupees.tsx'
import { receivedNowOf, totalOf, type AdmissionProps } from './admission-form.ts'

type UsualFees = Reply<typeof usualFees>

interface FeeStepProps extends AdmissionProps {
  /** The class's fee plan and its most frequent fees; null while unknown. */
  readonly usual: UsualFees | null
}

/** Step 2, Financial Information: fees, voucher dates and total (spec 5.new-admission). */
export const FeeStep = ({ usual, form }: FeeStepProps) => (
  <Stack gap="md">
    <Fees form={form} usual={usual} />
    <VoucherDateFields dates={form.values} onChange={form.change} errors={form.errors} />
    <Textarea {...form.field('note')} label="Note" maxLength={500} rows={2} resize="vertical" />
    <Total form={form} />
    <ReceivedNow form={form} />
  </Stack>
)

const labels = byHead(studentHeads, ({ label }) => label)
const monthlyNames = monthlyHeads.map(({ key }) => key)
const oneTimeNames = oneTimeHeads.map(({ key }) => key)

function Fees({ form, usual }: FeeStepProps) {
  const { values } = form
  const words = usual && sourceOf(feesOf(values).monthlyFee, usual, values.studentClass)
  return (
    <Fieldset mx={0} py="sm" legend="Fees in rupees">
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md" verticalSpacing="sm">
        <FeeFields form={form} names={monthlyNames} labels={labels} />
        <AmountField
          name="netMonthlyFee"
          label="Net Monthly Fee"
          value={values.monthlyFee.trim() === '' ? '' : netOf(values)}
          readOnly
        />
        <FeeFields form={form} names={oneTimeNames} labels={labels} />
      </SimpleGrid>
      {words !== null && (
        <Text c="dimmed" size="xs" mt="xs">
          Monthly fee as {words}
        </Text>
      )}
    </Fieldset>
  )
}

/** The source of a monthly fee; null if the clerk typed it. */
function sourceOf(monthlyFee: Money, { plan, usual }: UsualFees, studentClass: string): string | null {
  if (monthlyFee === plan.monthlyFee) return `in the fee plan of class ${studentClass}`
  if (monthlyFee !== usual?.monthlyFee) return null
  return `${usual.payingIt} of ${usual.students} in class ${studentClass}`
}

/** The fields of the payment, which begins with the whole voucher in cash. */
function ReceivedNow({ form }: AdmissionProps) {
  const { values, errors, change, field } = form
  const [isTyped, setTyped] = useState(values.receivedNow !== '')
  const total = totalOf(values)
  const received = receivedNowOf(values) ?? total
  const left = less(total, received)
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <AmountField
        {...field('receivedNow')}
        label="Received now"
        description={left > 0 ? `${rupeesText(left)} will be left to pay` : 'Nothing will be left to pay'}
        value={isTyped ? values.receivedNow : formatRupees(total)}
        onChange={(receivedNow) => {
          setTyped(true)
          change({ receivedNow })
        }}
        // An empty amount means the whole voucher.
        onBlur={() => setTyped(values.receivedNow !== '')}
      />
      <MethodFields
        typed={values}
        onChange={({ method, reference, chequeDate }) => change({ method, reference, chequeDate })}
        errors={errors}
        readOnly={false}
        rollNo={null}
      />
    </SimpleGrid>
  )
}

const namesWith = (sign: 1 | -1): string =>
  studentHeads
    .filter((head) => head.sign === sign)
    .map(nameInSentence)
    .join(' + ')

const sentenceCase = (text: string): string => text.replace(/^./, (first) => first.toUpperCase())

const Total = ({ form }: AdmissionProps) => (
  <Group justify="space-between" align="baseline">
    <div>
      <Text fw={600} id="total-receivable">
        Total Receivable
      </Text>
      <Text c="dimmed" size="xs">
        {sentenceCase(`${namesWith(1)} fee − ${namesWith(-1)}`)}
      </Text>
    </div>
    <Text role="status" aria-labelledby="total-receivable" fz="xl" fw={600}>
      <Rupees of={totalOf(form.values)} />
    </Text>
  </Group>
)
