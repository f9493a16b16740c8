import { Fieldset, Group, SimpleGrid, Stack } from '@mantine/core'
import { recordLabels } from '#domain/field-label.ts'
import { Child, columns, Parents } from '#web/kit/student-form/student-fields.tsx'
import type { FieldsProps } from '#web/kit/student-form/student-form.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { ForecastNumbers } from './forecast-numbers.tsx'
import { SameNames } from './same-names.tsx'
import type { Forecast } from './use-forecast.ts'

interface Props extends FieldsProps {
  readonly forecast: Forecast
}

/** Step 1, Student Information: child, parents and class (spec 3.student). */
export const StudentStep = ({ forecast, form }: Props) => (
  <Stack gap="md">
    <Group gap="sm" align="flex-end">
      <ForecastNumbers {...forecast} />
    </Group>
    <Child form={form} />
    <SameNames form={form.values} />
    <Parents form={form} />
    <Fieldset mx={0} py="sm" legend="Admission">
      <SimpleGrid {...columns}>
        <DateField {...form.field('admissionDate')} label={recordLabels.admissionDate} required />
      </SimpleGrid>
    </Fieldset>
  </Stack>
)
