import { Button, Text, TextInput } from '@mantine/core'
import type { Forecast } from './use-forecast.ts'

const labels = { admissionNo: 'Admission No.', registrationNo: 'Registration No.', rollNo: 'Roll No.' }

/** Shown as the next numbers only, as another clerk may be quicker (decisions 4.roll-numbers.forecast). */
export const ForecastNumbers = ({ next, failed, retry }: Forecast) =>
  Object.entries(labels).map(([name, label]) => {
    const unread = failed && name === 'rollNo'
    return (
      <TextInput
        key={name}
        name={name}
        label={label}
        value={next ?? ''}
        readOnly
        tabIndex={-1}
        w={{ base: 104, xs: 170 }}
        variant="filled"
        className="figures"
        aria-description="Next number; the final one is given on Submit"
        error={unread && 'The last roll number could not be read.'}
        rightSectionWidth={48}
        rightSectionPointerEvents={unread ? 'all' : 'none'}
        rightSection={unread ? <Again onClick={retry} /> : <Mark shown={next !== null} />}
      />
    )
  })

const Again = ({ onClick }: { readonly onClick: () => void }) => (
  <Button size="compact-xs" variant="default" onClick={onClick}>
    Try again
  </Button>
)

const Mark = ({ shown }: { readonly shown: boolean }) =>
  shown && (
    <Text size="xs" c="dimmed" aria-hidden>
      next
    </Text>
  )
