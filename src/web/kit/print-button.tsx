import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'

interface Props {
  readonly label?: string
}

export const PrintButton = ({ label = 'Print' }: Props) => (
  <Button
    variant="subtle"
    aria-keyshortcuts="Alt+P"
    className="no-print"
    leftSection={<IconPrinter size={16} aria-hidden />}
    onClick={() => window.print()}
  >
    {label}
  </Button>
)
