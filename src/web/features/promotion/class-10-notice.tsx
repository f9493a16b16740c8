import { Anchor } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import { refusals } from '#domain/refusals.ts'
import { Attention } from '#web/ui/attention.tsx'

/** Leads a user who comes to promote class 10 (`?class=10`) to the graduation (spec 5.promotion.class-10). */
export function Class10Notice() {
  const [asked] = useSearchParams()
  if (asked.get('class') !== '10') return null
  return (
    <Attention role="alert" title={refusals['class-10-graduates'].msg}>
      <Anchor component={Link} to="/graduation" replace ms={28}>
        Go to Graduation
      </Anchor>
    </Attention>
  )
}
