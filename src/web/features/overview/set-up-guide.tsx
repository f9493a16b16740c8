import { Anchor, Paper, Text, Title, VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from 'react-router'
import { setUpState } from '#contract/overview.ts'
import { count } from '#domain/count.ts'
import { classes } from '#domain/school.ts'
import { useCall } from '#web/api/queries.ts'
import { NotLoaded } from '#web/ui/states.tsx'

const notYet = { classesInPlan: 0, students: 0, hasVouchers: false, users: 0 }

/** The steps; `state` is the existing number as text. */
function stepsOf({ classesInPlan, students, hasVouchers, users }: typeof notYet) {
  return [
    {
      to: '/fee-plan',
      label: 'Set the fee plan',
      what: 'What each class pays. Admissions begin with these amounts.',
      state: `${classesInPlan} of ${classes.length} classes`,
      isDone: classesInPlan > 0,
    },
    {
      to: '/import',
      label: 'Import your students from Excel',
      what: (
        <>
          With what they owe. Or{' '}
          <Anchor component={Link} to="/new-admissions" inherit td="underline">
            admit the first by hand
          </Anchor>
          .
        </>
      ),
      state: count(students, 'student'),
      isDone: students > 0,
    },
    {
      to: '/generate-voucher/campus',
      label: 'Generate the first month',
      what: 'Makes the voucher of the month for every student.',
      state: '',
      isDone: hasVouchers,
    },
    {
      to: '/post-vouchers',
      label: 'Post and print',
      what: 'Fees can be received on posted vouchers.',
      state: '',
      isDone: false,
    },
    {
      to: '/users',
      label: 'Add the other users',
      what: 'Each with an account and rights of their own.',
      state: count(users, 'user'),
      isDone: users > 1,
    },
  ]
}

/** The steps of a new campus until its first month is posted; for admins. */
export function SetUpGuide() {
  const { data, error, refetch } = useCall(setUpState)
  const steps = stepsOf(data ?? notYet)
  const next = data && steps.find(({ isDone }) => !isDone)
  return (
    <Paper component="section" className="set-up-guide" withBorder p="md" aria-labelledby="set-up">
      <Title order={2} id="set-up">
        Set up this campus
      </Title>
      {error && !data && <NotLoaded what="What is done already" retry={() => void refetch()} />}
      <ol>
        {steps.map((step, place) => (
          <li
            key={step.to}
            aria-current={step === next ? 'step' : undefined}
            data-done={step.isDone || undefined}
          >
            <span className="set-up-mark" aria-hidden>
              {step.isDone ? <IconCheck size={14} stroke={2.5} /> : place + 1}
            </span>
            <div>
              <Anchor component={Link} to={step.to} inherit>
                {step.label}
              </Anchor>
              {step.isDone && <VisuallyHidden> (done)</VisuallyHidden>}
              <Text c="dimmed">{step.what}</Text>
            </div>
            {data && step.state !== '' && <span className="set-up-state figures">{step.state}</span>}
          </li>
        ))}
      </ol>
    </Paper>
  )
}
