import { Anchor, List, Paper, Text, Title } from '@mantine/core'
import { Link } from 'react-router'

const steps = [
  { to: '/new-admissions', label: 'Add new Admission', what: 'Admit the first students with their fees.' },
  {
    to: '/generate-voucher/campus',
    label: 'Generate campus vouchers',
    what: "Make the month's vouchers for all of them.",
  },
  { to: '/post-vouchers', label: 'Post vouchers', what: 'Post them, so that fees can be received.' },
  { to: '/receipts/individual', label: 'Individual receipt', what: 'Receive the first payment.' },
] as const

/** What to do on the first day of a campus, in order. */
export const FirstSteps = () => (
  <Paper component="section" withBorder p="md" aria-labelledby="first-steps">
    <Title order={2} id="first-steps" mb="xs">
      First steps
    </Title>
    <List type="ordered" spacing={6}>
      {steps.map(({ to, label, what }) => (
        <List.Item key={to}>
          <Anchor component={Link} to={to} inherit>
            {label}
          </Anchor>
          <Text c="dimmed">{what}</Text>
        </List.Item>
      ))}
    </List>
  </Paper>
)
