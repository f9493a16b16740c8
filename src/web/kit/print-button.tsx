import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'

export const PrintButton = ({ label = 'Print' }: { readonly label?: string }) => (
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
