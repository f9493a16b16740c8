import {
  Fieldset,
  NativeSelect,
  SimpleGrid,
  Text,
  TextInput,
  Title,
  type TextInputProps,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertTriangle } from '@tabler/icons-react'
import { warnIncomplete } from '#domain/contacts.ts'
import { recordLabels, type RecordField } from '#domain/field-label.ts'
import { formatRupees } from '#domain/money.ts'
import { genders } from '#domain/school.ts'
import { requiredOfStudent } from '#domain/student.ts'
import { netMonthlyFee } from '#domain/voucher-amounts.ts'
import { ClassSelect, SectionSelect } from '#web/kit/class-and-section.tsx'
import { typingPauses } from '#web/kit/typing-pauses.ts'
import { AmountField } from '#web/ui/amount-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Table } from '#web/ui/table.tsx'
import {
  dashCnic,
  dashMobile,
  errorsWhileTyping,
  feeLabels,
  feesOf,
  oddAge,
  type Changed,
  type FeeName,
  type FeesForm,
  type FieldsProps,
} from './student-form.ts'

export const columns = { cols: { base: 1, xs: 2, md: 4 }, spacing: 'md', verticalSpacing: 'sm' } as const

/** The child's own fields, also used for an edit (spec 2.edit-admissions.fields). */
export const Child = ({ form }: FieldsProps) => (
  <Fieldset mx={0} py="sm" legend="Child">
    <SimpleGrid {...columns}>
      <TypedField form={form} name="studentName" />
      <TypedField form={form} name="fatherName" />
      <div>
        <DateField {...form.field('dateOfBirth')} label={recordLabels.dateOfBirth} required />
        <Text role="status" size="xs" c="var(--portal-to-do)">
          {oddAge(form.values.dateOfBirth, form.values.admissionDate)}
        </Text>
      </div>
      <TypedField form={form} name="placeOfBirth" />
      <NativeSelect
        {...form.field('gender')}
        label={recordLabels.gender}
        data={[{ value: '', label: 'Choose a gender', disabled: true }, ...genders]}
        withAsterisk
        aria-required
      />
      <TypedField form={form} name="religion" />
      <ClassSelect {...form.field('studentClass')} required />
      <SectionSelect {...form.field('section')} required />
    </SimpleGrid>
  </Fieldset>
)

export const Parents = ({ form }: FieldsProps) => (
  <Fieldset mx={0} py="sm" legend="Home and parents">
    <SimpleGrid {...columns}>
      <TypedField form={form} name="address" maxLength={300} />
      <TypedField form={form} name="fatherCnic" shape={dashCnic} inputMode="numeric" />
      <TypedField form={form} name="fatherOccupation" />
      <TypedField form={form} name="fatherHomePhone" shape={dashMobile} inputMode="tel" />
      <TypedField form={form} name="telephone" shape={dashMobile} inputMode="tel" />
      <TypedField form={form} name="fatherOfficePhone" shape={dashMobile} inputMode="tel" />
      <TypedField form={form} name="fatherEmail" inputMode="email" />
    </SimpleGrid>
  </Fieldset>
)

interface TypedFieldProps extends FieldsProps, Pick<TextInputProps, 'inputMode' | 'maxLength'> {
  readonly name: RecordField
  /** Adds marks such as dashes to the typed text. */
  readonly shape?: (before: string, typed: string) => string
}

/** A line of text, with a warning if it looks incomplete (decisions 6.contacts). */
function TypedField({ form, name, shape, ...input }: TypedFieldProps) {
  const { values, errors, change } = form
  // Waits for a pause in typing, not for blur: on blur the warning would move the button that is being pressed.
  const [settled] = useDebouncedValue(values[name], typingPauses.record)
  // An error takes precedence over a warning.
  const warning =
    settled === values[name] && errors[name] === undefined ? warnIncomplete(name, values[name]) : null
  const required = requiredOfStudent.some((one) => one === name)
  return (
    <TextInput
      {...form.field(name)}
      label={recordLabels[name]}
      {...(shape && {
        onChange: ({ currentTarget: { value } }) => change({ [name]: shape(values[name], value) }),
      })}
      description={
        warning !== null && (
          <>
            <IconAlertTriangle
              size={14}
              aria-hidden
              style={{ verticalAlign: 'text-bottom', marginInlineEnd: 4 }}
            />
            {warning}
          </>
        )
      }
      descriptionProps={{ c: 'var(--portal-to-do)' }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      withAsterisk={required}
      aria-required={required}
      maxLength={120}
      autoComplete="off"
      {...input}
    />
  )
}

interface FeeFieldsProps extends FieldsProps<FeesForm> {
  readonly names: readonly FeeName[]
  readonly labels?: FeesForm
}

/** Fees to type; a discount above the fee is marked at once. */
export function FeeFields({ form, names, labels = feeLabels }: FeeFieldsProps) {
  const marked = { ...errorsWhileTyping(form.values), ...form.errors }
  return names.map((name) => (
    <AmountField key={name} {...form.field(name)} label={labels[name]} error={marked[name]} required />
  ))
}

export const netOf = (form: FeesForm): string => formatRupees(netMonthlyFee(feesOf(form)))

interface WhatChangesProps {
  readonly title: string
  readonly changes: readonly Changed[]
  /** The text if nothing changes. */
  readonly nothing: string
  /** True if the values are amounts, which align at the right. */
  readonly figures?: boolean
}

/** Lists the changes before they are saved. */
export function WhatChanges({ title, changes, nothing, figures = false }: WhatChangesProps) {
  const align = figures ? 'end' : 'start'
  return (
    <section aria-label={title}>
      <Title order={2}>{title}</Title>
      {changes.length === 0 ? (
        <Text c="dimmed">{nothing}</Text>
      ) : (
        <Table aria-label={title} verticalSpacing={2} maw={figures ? 560 : undefined}>
          <Table.Thead>
            <Table.Tr>
              <Table.Td />
              <Table.Th ta={align}>Now</Table.Th>
              <Table.Th ta={align}>After</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {changes.map(({ label, before, after }) => (
              <Table.Tr key={label}>
                <Table.Th scope="row" fw={400}>
                  {label}
                </Table.Th>
                <Table.Td ta={align} {...(before !== after && { c: 'dimmed' })}>
                  <bdi>{before || 'nothing'}</bdi>
                </Table.Td>
                <Table.Td ta={align} fw={before === after ? 400 : 600}>
                  <bdi>{after || 'nothing'}</bdi>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
  )
}

/** A value of the record that this screen does not change. */
export const ReadOnlyField = (field: { readonly label: string; readonly value: string | number }) => (
  <TextInput {...field} readOnly variant="filled" className="figures" />
)
