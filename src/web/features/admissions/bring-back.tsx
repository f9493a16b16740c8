import { Attention } from '#web/ui/attention.tsx'
import { Button } from '@mantine/core'

interface BringBackProps {
  /** Null where there is nothing to bring back. */
  readonly bringBack: (() => void) | null
}

/** Stands in a form that a failed edit has emptied (decisions 6.failures.bring-back). */
export const BringBack = ({ bringBack }: BringBackProps) =>
  bringBack && (
    <Attention role="status" title="The form was emptied" words="What was typed is not lost.">
      <Button variant="default" onClick={bringBack}>
        Bring back what was typed
      </Button>
    </Attention>
  )
