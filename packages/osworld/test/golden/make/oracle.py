"""The metrics of desktop-env (PyPI), imported without what only audio, video and OCR need.

    python3 -m venv venv
    venv/bin/pip install "numpy<2" "pandas<2.3,>=2.2" "Pillow~=11.0.0" python-docx odfpy python-pptx openpyxl formulas \
        lxml cssselect xmltodict rapidfuzz "PyMuPDF<1.27" pypdf PyPDF2 pdfplumber "borb==2.1.25" scikit-image imagehash \
        beautifulsoup4 PyYAML tldextract mutagen requests pytz "opencv-python-headless<4.12" reportlab
    venv/bin/pip download --no-deps desktop-env==1.0.2 && unzip desktop_env-*.whl -d wheel
    WHEEL=wheel venv/bin/python packages/osworld/test/golden/make/make.py
"""

import os
import sys
import types

for name in ["easyocr", "acoustid", "librosa", "fastdtw"]:
    sys.modules[name] = types.ModuleType(name)
sys.modules["fastdtw"].fastdtw = None
wheel = os.environ["WHEEL"]
for name in ["desktop_env", "desktop_env.evaluators"]:
    package = types.ModuleType(name)
    package.__path__ = [os.path.join(wheel, *name.split("."))]
    sys.modules[name] = package

import desktop_env.evaluators.metrics as metrics  # noqa: E402


def oracle(name):
    return getattr(metrics, name)
