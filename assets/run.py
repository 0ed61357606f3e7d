"""Makes a release from the terminal: the job of the UI, in the same instance, with a line for each step.

python -m assets.run [--settings FILE]
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
