import { Paper, Stack, Title } from '@mantine/core'
import { useId, type ReactNode } from 'react'

export function TitledCard({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <Paper component="section" withBorder p="md" aria-labelledby={id}>
      <Stack gap="sm">
        <Title order={2} id={id}>
          {title}
        </Title>
        {children}
      </Stack>
    </Paper>
  )
}
